import type { CaptureLevel } from '../../../shared/servers.ts';
import { isRecord } from '../../wire/json-rpc.ts';
import { bigNumbers } from './big-numbers.ts';
import { type RedactBounds, redactValue } from './redact-value.ts';
import { summarizeArguments } from './summary.ts';

export interface CaptureInput {
  readonly args: unknown;
  /** Their JSON text as received; null: nobody kept it. Numbers beyond 2^53 are read from it. */
  readonly raw: string | null;
  /** The tool's input schema as its server lists it; null: it is in no list. */
  readonly inputSchema: unknown;
  readonly level: CaptureLevel;
}

export interface Captured {
  /** For `args_summary`; empty at `digest`. */
  readonly summary: Readonly<Record<string, unknown>>;
  /** JSON text for where full captures are kept; null at the other levels. */
  readonly full: string | null;
}

/** At most some 300 KB of text and a few ms, however large the arguments are. */
const fullBounds: RedactBounds = { depth: 32, nodes: 5000, text: 16_384, allText: 131_072 };

/** What a row keeps of a call's arguments. Never throws, and takes bounded time. */
export function captureArguments({ args, raw, inputSchema, level }: CaptureInput): Captured {
  if (level === 'digest') return { summary: {}, full: null };
  const declared = declaredNames(inputSchema);
  const { summary } = summarizeArguments(args, { declared, numbers: bigNumbers(raw) });
  if (level === 'summary') return { summary, full: null };
  const { value, cut } = redactValue(args, {
    bounds: fullBounds,
    numbers: bigNumbers(raw),
    found: () => {},
    declared,
  });
  const full = JSON.stringify(value) ?? 'null';
  return { summary: cut ? { ...summary, cut: true } : summary, full: full.toWellFormed() };
}

/** The arguments that a tool itself names. */
export function declaredNames(inputSchema: unknown): ReadonlySet<string> {
  const properties = isRecord(inputSchema) ? inputSchema.properties : null;
  return new Set(isRecord(properties) ? Object.keys(properties) : []);
}
