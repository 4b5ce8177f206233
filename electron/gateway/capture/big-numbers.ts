import { rawAt, rawElements } from '../../wire/raw-json.ts';

/** Each look-up walks the text: more of them than this are not worth it. */
const mostLookUps = 20;

export type Path = readonly (string | number)[];

/** Numbers as they were written, where parsing made others of them (beyond 2^53). */
export interface BigNumbers {
  /** The number itself where it is exact, else its text. */
  shown(value: number, path: Path): number | string;
}

/** @param raw The JSON text of the whole that the paths are of; null: nobody kept it. */
export function bigNumbers(raw: string | null): BigNumbers {
  let left = mostLookUps;
  return {
    shown(value, path) {
      if (!Number.isFinite(value)) return String(value);
      if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
      if (raw === null || left === 0) return `about ${value}`;
      left -= 1;
      return textAt(raw, path)?.slice(0, 128) ?? `about ${value}`;
    },
  };
}

function textAt(raw: string, path: Path): string | null {
  let here: string | null = raw;
  for (const step of path) {
    if (here === null) return null;
    here = typeof step === 'string' ? rawAt(here, step) : (rawElements(here)[step] ?? null);
  }
  return here;
}
