import { type CallAnswer, toolError } from '../../mcp/dispatch/write-call.ts';
import type { LaterDone } from '../../mcp/tools/tool.ts';
import { answerOutcome } from '../capture/answer-outcome.ts';
import type { UpstreamAnswer } from '../upstreams/answers.ts';

const lookFirst = 'Look whether it was done before you try it again.';

/** What a client hears. */
export function answerOf(server: string, answer: UpstreamAnswer): CallAnswer {
  switch (answer.kind) {
    case 'result':
    case 'error':
      return {
        kind: 'raw',
        member: answer.kind,
        json: answer.raw,
        streamed: answer.streamed === true,
      };
    case 'failed':
      return toolError(`${server} could not be reached, and nothing was done: ${answer.why}.`);
    case 'unknown':
      return toolError(
        `${server} gave no answer (${answer.why}), and nobody knows whether it was done. ${lookFirst}`,
      );
  }
}

/** What the row hears. */
export function doneOf(
  server: string,
  answer: UpstreamAnswer,
  redact: (message: string) => string,
): LaterDone {
  const said = answerOf(server, answer);
  switch (answer.kind) {
    case 'result':
    case 'error': {
      const outcome = answerOutcome(answer.kind, answer.value);
      switch (outcome.kind) {
        case 'succeeded':
          return { kind: 'succeeded', chunk_id: null, answer: said };
        case 'failed':
          return {
            kind: 'failed',
            error_kind: outcome.error_kind,
            message: redact(outcome.message),
            answer: said,
          };
        case 'pending':
        case 'unknown':
          return { kind: 'unknown', error_kind: null, message: outcome.message, answer: said };
      }
      break;
    }
    case 'failed':
      return {
        kind: 'failed',
        error_kind: answer.reason === 'cancelled' ? 'cancelled' : 'upstream',
        message: redact(answer.why),
        answer: said,
      };
    case 'unknown':
      return {
        kind: 'unknown',
        error_kind: unknownKinds[answer.reason],
        message: redact(answer.why),
        answer: said,
      };
  }
}

const unknownKinds = { timeout: 'timeout', cancelled: 'cancelled', cut: 'upstream' } as const;
