import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { isDatabase, openForeignLedger } from '../../db/foreign-ledger.ts';
import type { WriteHandle } from '../../db/handles.ts';
import { copyRows, type ImportRecord } from './copy-rows.ts';
import { type ParsedRecord, parseLine, parseRow } from './imported-write.ts';
import { createOccurrences } from './occurrences.ts';
import { readLines } from './read-lines.ts';

export interface ImportJob {
  /** A JSONL file, or a database with a table `mcp_writes`. */
  readonly file: string;
  /** Where records go that are no writes; made only when there are some. */
  readonly rejectedFile: string;
  readonly db: WriteHandle;
  readonly onProgress: (result: ImportResult) => void;
}

export interface ImportResult {
  /** Records read: the sum of the next three. */
  readonly read: number;
  readonly added: number;
  readonly present: number;
  readonly rejected: number;
  /** The first few, with the line (or row id) they have in the file. */
  readonly reasons: readonly { readonly at: number; readonly why: string }[];
}

/** A transaction's worth: long enough to be fast, short enough to be undone when the disk is full. */
const rowsPerTransaction = 500;
const mostReasons = 5;

interface Found {
  readonly at: number;
  readonly parsed: ParsedRecord;
  /** The record as it stands in the file. */
  readonly raw: Uint8Array;
}

/**
 * Imports a file. What is in the ledger already is left alone, so that a second run, or one after a
 * failure, adds only what is missing. @throws Error where the file cannot be read or the ledger not written
 */
export async function importFile(job: ImportJob): Promise<ImportResult> {
  const found = isDatabase(job.file) ? databaseRecords(job.file) : lineRecords(job.file);
  const occurrences = createOccurrences();
  const counts = { read: 0, added: 0, present: 0, rejected: 0 };
  const reasons: { at: number; why: string }[] = [];
  let batch: ImportRecord[] = [];
  let side: FileHandle | null = null;
  const result = (): ImportResult => ({ ...counts, reasons });

  const copy = async (): Promise<void> => {
    const { added, present } = copyRows(job.db, batch, occurrences);
    batch = [];
    counts.added += added;
    counts.present += present;
    job.onProgress(result());
    await turn();
  };

  try {
    for await (const { at, parsed, raw } of found) {
      counts.read += 1;
      if (parsed.kind === 'write') {
        batch.push(parsed);
        if (batch.length === rowsPerTransaction) await copy();
        continue;
      }
      counts.rejected += 1;
      if (reasons.length < mostReasons) reasons.push({ at, why: parsed.why });
      side ??= await open(job.rejectedFile, 'w', 0o600);
      await side.appendFile(Buffer.concat([raw, lineFeed]));
    }
    await copy();
    return result();
  } finally {
    await side?.close();
  }
}

const lineFeed = Buffer.from('\n');

async function* lineRecords(file: string): AsyncGenerator<Found> {
  for await (const { number, bytes, isCut } of readLines(file)) {
    const parsed: ParsedRecord = isCut
      ? { kind: 'bad', why: 'it is too long' }
      : isUtf8(bytes)
        ? parseLine(bytes.toString('utf8'))
        : { kind: 'bad', why: 'it is not valid UTF-8' };
    yield { at: number, parsed, raw: bytes };
  }
}

async function* databaseRecords(file: string): AsyncGenerator<Found> {
  const ledger = openForeignLedger(file);
  try {
    let after = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const rows = ledger.rows(after, rowsPerTransaction);
      for (const row of rows) {
        after = Number(row.id);
        yield { at: after, parsed: parseRow(row), raw: Buffer.from(JSON.stringify(row)) };
      }
      if (rows.length < rowsPerTransaction) return;
    }
  } finally {
    ledger.close();
  }
}
