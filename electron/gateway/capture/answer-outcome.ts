import type { ErrorKind } from '../../../shared/outcome.ts';
import { isRecord } from '../../wire/json-rpc.ts';

/** What an upstream's answer to `tools/call` says of the outcome. */
export type AnswerOutcome =
  | { readonly kind: 'succeeded' }
  /** `message` is the upstream's own text, neither redacted nor cut. */
  | { readonly kind: 'failed'; readonly error_kind: ErrorKind; readonly message: string }
  /** Not finished: it asks the client for something, or goes on as a task. */
  | { readonly kind: 'pending'; readonly message: string }
  /** It answered, and nobody can tell what. */
  | { readonly kind: 'unknown'; readonly message: string };

/** Enough to redact well what is then cut to 300 characters. */
const longestMessage = 8192;
const mostItems = 100;

/**
 * The one place that reads an answer's outcome: only a complete result whose `isError` is absent or false
 * succeeded (case d01-iserror-counted-as-success). Never throws.
 */
export function answerOutcome(part: 'result' | 'error', value: unknown): AnswerOutcome {
  if (part === 'error') return failedCall(value);
  if (!isRecord(value)) return { kind: 'unknown', message: 'Its result is no object.' };
  if (value.isError !== undefined && value.isError !== false) {
    return { kind: 'failed', error_kind: 'tool', message: textOf(value) };
  }
  switch (value.resultType) {
    case undefined:
    case 'complete':
      break;
    case 'input_required':
      return { kind: 'pending', message: 'It asks the client for input.' };
    default:
      return { kind: 'unknown', message: 'Its result is of a kind that is not known.' };
  }
  // 2025-11-25: the call goes on, and this only names the task.
  if (isRecord(value.task) && value.content === undefined) {
    return { kind: 'pending', message: 'It goes on as a task.' };
  }
  return { kind: 'succeeded' };
}

function failedCall(error: unknown): AnswerOutcome {
  const { code, message } = isRecord(error) ? error : {};
  const text = typeof message === 'string' && message !== '' ? cut(message) : 'It gave no reason.';
  return { kind: 'failed', error_kind: kindOf(code), message: text };
}

function kindOf(code: unknown): ErrorKind {
  switch (code) {
    case -32602:
      return 'invalid';
    case -32800:
      return 'cancelled';
    default:
      return 'upstream';
  }
}

function textOf(result: Readonly<Record<string, unknown>>): string {
  const items: readonly unknown[] = Array.isArray(result.content) ? result.content : [];
  const texts: string[] = [];
  for (const item of items.slice(0, mostItems)) {
    if (isRecord(item) && typeof item.text === 'string') texts.push(cut(item.text));
  }
  const text = texts.join(' ').trim();
  return text === '' ? 'It failed and gave no reason.' : cut(text);
}

const cut = (text: string): string => text.slice(0, longestMessage);
