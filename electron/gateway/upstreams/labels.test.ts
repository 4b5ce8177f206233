import { describe, expect, it } from 'vitest';
import { createLabels } from './labels.ts';

const texted = (raw: string) => ({ raw, value: JSON.parse(raw) as unknown });

describe('the names of requests in other messages', () => {
  it('are left as they are where nobody else uses them, and put back where they had to be changed', () => {
    const labels = createLabels<string>();
    const params = '{"n":1.0,"_meta":{"progressToken":0}}';
    expect(labels.token(1, 'a', params)).toBe(params);
    expect(labels.token(2, 'b', params)).toBe('{"n":1.0,"_meta":{"progressToken":"inkwatch-2"}}');
    const about = (raw: string) => labels.about('notifications/progress', texted(raw));
    expect(about('{"progressToken":"inkwatch-2","progress":1.0}')).toEqual({
      owner: 'b',
      params: {
        raw: '{"progressToken":0,"progress":1.0}',
        value: { progressToken: 0, progress: 1 },
      },
    });
    expect(about('{"progressToken":0}')?.owner).toBe('a');
    labels.remove(1);
    expect(about('{"progressToken":0}')).toBeNull();
    expect(labels.token(3, 'c', params)).toBe(params);
    expect(about('{"progressToken":"0"}')).toBeNull();
    expect(labels.token(4, 'd', null)).toBeNull();
    expect(labels.token(4, 'd', '{}')).toBe('{}');
  });

  it('of a subscription are its client’s in messages and in its end', () => {
    const labels = createLabels<string>();
    const key = '"io.modelcontextprotocol/subscriptionId"';
    expect(labels.about('notifications/x', texted(`{"_meta":{${key}:7}}`))).toBeNull();
    labels.subscription(7, 'a', '"mine"');
    expect(labels.about('notifications/x', texted(`{"_meta":{${key}:7}}`))).toMatchObject({
      owner: 'a',
      params: { raw: `{"_meta":{${key}:"mine"}}` },
    });
    expect(labels.inAnswer(7, texted(`{"_meta":{${key}:7},"n":1.0}`)).raw).toBe(
      `{"_meta":{${key}:"mine"},"n":1.0}`,
    );
    expect(labels.inAnswer(7, texted('{"n":1.0}')).raw).toBe('{"n":1.0}');
    expect(labels.inAnswer(8, texted(`{"_meta":{${key}:7}}`)).raw).toBe(`{"_meta":{${key}:7}}`);
  });
});
