import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOutcome } from './answer-outcome.ts';

describe('case d01-iserror-counted-as-success', () => {
  it('only a complete result without an error succeeded', () => {
    for (const result of [
      { content: [] },
      { content: [], isError: false },
      { structuredContent: {} },
      {},
      { content: [], resultType: 'complete' },
    ]) {
      expect(answerOutcome('result', result)).toEqual({ kind: 'succeeded' });
    }
  });

  it('an error that rides the success channel is a failure, with the upstream’s words', () => {
    expect(
      answerOutcome('result', {
        isError: true,
        content: [
          { type: 'text', text: 'no such' },
          { type: 'image' },
          null,
          { type: 'text', text: 'file' },
        ],
      }),
    ).toEqual({ kind: 'failed', error_kind: 'tool', message: 'no such file' });
    for (const isError of ['true', 1, null, 'false', {}]) {
      expect(answerOutcome('result', { isError })).toMatchObject({ kind: 'failed' });
    }
  });

  it('a JSON-RPC error is a failure of its own kind', () => {
    const failed = (error: unknown) => answerOutcome('error', error);
    expect(failed({ code: -32602, message: 'bad' })).toEqual({
      kind: 'failed',
      error_kind: 'invalid',
      message: 'bad',
    });
    expect(failed({ code: -32000, message: 'x' })).toMatchObject({ error_kind: 'upstream' });
    expect(failed({ code: -32800 })).toMatchObject({ error_kind: 'cancelled' });
    for (const odd of [null, 'x', [], { message: 7 }]) {
      expect(failed(odd)).toMatchObject({ kind: 'failed', message: 'It gave no reason.' });
    }
  });

  it('what is not finished is pending, and what nobody understands is unknown', () => {
    expect(answerOutcome('result', { resultType: 'input_required' }).kind).toBe('pending');
    expect(answerOutcome('result', { task: { taskId: '1' } }).kind).toBe('pending');
    expect(answerOutcome('result', { resultType: 'new' }).kind).toBe('unknown');
    for (const odd of [null, 7, 'ok', []])
      expect(answerOutcome('result', odd).kind).toBe('unknown');
  });

  it('says success for nothing else', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        if (answerOutcome('result', value).kind !== 'succeeded') return;
        const { isError } = value as { readonly isError?: unknown };
        expect(isError === undefined || isError === false).toBe(true);
      }),
    );
  });
});
