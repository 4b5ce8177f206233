import { EMBEDDED_SERVER, limits } from '../../../shared/ledger.ts';
import type { ErrorKind } from '../../../shared/outcome.ts';
import { cutBytes, cutCharacters, visibleLine, wellFormed } from '../../../shared/text.ts';
import type { WriteRecord } from '../../audit/write-record.ts';
import { isJsonObject, type JsonObject, rpcCode } from '../json-rpc.ts';
import { reasonInMeta } from '../known-meta.ts';
import { clientText, ledgerText, paramKeys, wordsFor } from '../tools/issues.ts';
import type { LaterWrite, ReadyWrite, WriteTarget, WriteTool } from '../tools/tool.ts';
import { type CallAnswer, toolError, type WriteCall } from './write-call.ts';

/** What a call comes to once its arguments were looked at: run it, or refuse it. Both leave a row. */
export interface Plan {
  readonly row: Pick<
    WriteRecord,
    'server_name' | 'tool_name' | 'effect' | 'summary' | 'arguments' | 'reason' | 'namespace'
  >;
  /** Where it would write; null: it is refused already. */
  readonly target: WriteTarget | null;
  readonly work:
    | { readonly kind: 'run'; readonly run: ReadyWrite['run'] }
    | { readonly kind: 'later'; readonly perform: LaterWrite['perform'] }
    | {
        readonly kind: 'refuse';
        readonly error_kind: ErrorKind;
        /** For the row: names no value. */
        readonly message: string;
        readonly answer: CallAnswer;
      };
}

/** Validates a call. Never throws, whatever came in: a refused call is a row, too. */
export function planWrite(call: WriteCall): Plan {
  const { tool } = call;
  const reason = reasonOf(call);
  const base = {
    server_name: tool?.server ?? EMBEDDED_SERVER,
    effect: tool?.effect ?? 'write',
    tool_name: tool?.name ?? nameForRow(call.calledName),
    arguments: call.arguments,
    reason: reason.text,
  };
  const refuse = (
    summary: JsonObject,
    error_kind: ErrorKind,
    message: string,
    answer: CallAnswer,
  ): Plan => ({
    row: { ...base, summary: { ...summary, ...reason.note }, namespace: namespaceIn(summary) },
    target: null,
    work: { kind: 'refuse', error_kind, message, answer },
  });
  const invalidParams = (message: string): CallAnswer => ({
    kind: 'error',
    error: { code: rpcCode.invalidParams, message },
  });

  if (call.refusal !== null) {
    const { error, kind, summary } = call.refusal;
    return refuse({ ...toldBy(call), ...summary }, kind, error.message, { kind: 'error', error });
  }
  if (typeof call.calledName !== 'string') {
    const message = `Invalid params: \`name\` must be text, not ${call.calledName === undefined ? 'missing' : wordsFor(call.calledName)}`;
    return refuse({}, 'invalid', message, invalidParams(message));
  }
  if (!isJsonObject(call.arguments)) {
    // Clients do send JSON text here (case a04). Guessing what it meant could write the wrong thing.
    const message = `Invalid params: \`arguments\` must be an object, not ${wordsFor(call.arguments)}`;
    return refuse({}, 'invalid', message, invalidParams(message));
  }
  if (tool === null) {
    const name = visibleLine(cutCharacters(call.calledName, limits.toolName));
    return refuse(
      { param_keys: paramKeys(call.arguments) },
      'invalid',
      'Unknown tool',
      invalidParams(`Unknown tool: ${name}`),
    );
  }
  let prepared: ReturnType<WriteTool['prepare']>;
  try {
    prepared = tool.prepare(call.arguments);
  } catch (error) {
    // Nothing was run; a call whose arguments could not be summed up is a row all the same (case d03).
    const message = withoutValues(wordsOf(error), call.arguments);
    return refuse(
      { param_keys: paramKeys(call.arguments) },
      'tool',
      errorText(message),
      toolError(`${call.calledName} failed: ${message}`),
    );
  }
  if (prepared.kind === 'refused') {
    return refuse(
      { ...prepared.summary, param_keys: paramKeys(call.arguments) },
      'invalid',
      errorText(ledgerText(prepared.issues)),
      toolError(`${call.calledName}: ${clientText(prepared.issues)}`),
    );
  }
  const target = targetOf(prepared);
  return {
    row: {
      ...base,
      summary: { ...prepared.summary, ...reason.note },
      namespace: target.kind === 'namespace' ? target.name : null,
    },
    target,
    work:
      prepared.kind === 'ready'
        ? { kind: 'run', run: prepared.run }
        : { kind: 'later', perform: prepared.perform },
  };
}

function targetOf(prepared: ReadyWrite | LaterWrite): WriteTarget {
  if (prepared.kind === 'ready') return prepared.target;
  const { namespace } = prepared;
  return namespace === null ? { kind: 'elsewhere' } : { kind: 'namespace', name: namespace };
}

/** What an unchecked call says of itself. */
function toldBy({ tool, arguments: args }: WriteCall): JsonObject {
  if (!isJsonObject(args)) return {};
  const param_keys = paramKeys(args);
  try {
    return { ...tool?.prepare(args).summary, param_keys };
  } catch {
    return { param_keys };
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The argument wins over `_meta`. Cut at 1,000 characters; then the row says how long it was. */
function reasonOf(call: WriteCall): { readonly text: string | null; readonly note: JsonObject } {
  const ours = call.tool?.ownReason !== true;
  const argument = ours && isJsonObject(call.arguments) ? call.arguments.reason : null;
  const said =
    typeof argument === 'string' && argument.trim() !== '' ? argument : reasonInMeta(call.meta);
  if (said === null) return { text: null, note: {} };
  const text = wellFormed(said.trim());
  return text.length <= limits.reason
    ? { text, note: {} }
    : { text: cutCharacters(text, limits.reason), note: { reason_length: text.length } };
}

function nameForRow(name: unknown): string {
  const line =
    typeof name === 'string'
      ? cutCharacters(visibleLine(cutCharacters(name, 512)), limits.toolName)
      : '';
  return line === '' ? 'unknown' : line;
}

function namespaceIn(summary: JsonObject): string | null {
  return typeof summary.namespace === 'string' ? summary.namespace : null;
}

/** An error as a row may hold it. */
export function errorText(message: string): string {
  return cutBytes(wellFormed(message), limits.embeddedError);
}

/** Values shorter than this are words that occur in any message. */
const shortest = 8;

/** Takes the values of the arguments out of an error: it may repeat content, a secret even (case d02). */
export function withoutValues(message: string, value: unknown): string {
  if (typeof value === 'string') {
    return value.length < shortest ? message : message.replaceAll(value, '[redacted]');
  }
  if (typeof value !== 'object' || value === null) return message;
  return Object.values(value).reduce<string>(withoutValues, message);
}
