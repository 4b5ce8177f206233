import { describe, expect, it } from 'vitest';
import { testCore } from '../../testing/core.ts';

describe('requests of strangers', () => {
  it('leave one refused row for a while, however many come (case g01)', async () => {
    const { core, url, rows } = await testCore();
    for (let n = 0; n < 5; n += 1) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          origin: 'https://evil.example',
          authorization: `Bearer ${core.token}`,
          'content-type': 'application/json',
        },
        body: '{}',
      });
      expect(response.status).toBe(403);
    }
    await expect.poll(() => rows().length).toBe(1);
    expect(rows()[0]).toMatchObject({
      tool_name: 'endpoint.access',
      error_kind: 'refused',
      success: 0,
      client_info: 'mcp',
      client_id: null,
    });
    expect(rows()[0]?.args_summary).toContain('https://evil.example');
  });
});
