import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type ClientKey, clientKeys } from '../../../shared/client-files.ts';
import { fileStamp, writeFileAtomically } from '../../atomic-file.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);

const recordSchema = z.strictObject({
  version: z.literal(1),
  client: z.enum(clientKeys),
  /** The path as the client knows it. */
  file: z.string().min(1).max(4096),
  /** Digest of the original bytes; null: there was no file. */
  original: hex.nullable(),
  mode: z.int().min(0).max(0o7777),
  /** Digest of what was put there. */
  written: hex,
  made_ms: z.int(),
  restored_ms: z.int().nullable(),
});
type BackupRecord = z.infer<typeof recordSchema>;

/** One kept original. */
export interface Backup extends Readonly<BackupRecord> {
  readonly id: string;
  /** The kept bytes; null: there was no file. */
  readonly copy: string | null;
}

/** Originals of the clients' files, in a folder for their owner alone: they hold secrets. None is deleted. */
export interface Backups {
  /** Keeps an original before its file is changed. @throws where it cannot be kept. */
  keep(backup: {
    readonly client: ClientKey;
    readonly file: string;
    readonly bytes: Buffer | null;
    readonly original: string | null;
    readonly mode: number;
    readonly written: string;
  }): Backup;
  /** Of one file, or of all, oldest first. */
  list(file?: string): readonly Backup[];
  /** @throws where the copy is gone. */
  bytes(backup: Backup): Buffer | null;
  markRestored(backup: Backup): void;
}

export function openBackups(folder: string, now: () => Date = () => new Date()): Backups {
  const recordFile = (id: string): string => join(folder, `${id}.json`);
  const copyFile = (id: string): string => join(folder, `${id}.original`);
  const put = (id: string, record: BackupRecord): void =>
    writeFileAtomically(recordFile(id), `${JSON.stringify(record, null, 2)}\n`);

  return {
    keep({ bytes, ...facts }) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const id = `${fileStamp(now())}-${facts.client}-${randomBytes(4).toString('hex')}`;
      const record: BackupRecord = {
        version: 1,
        ...facts,
        made_ms: now().getTime(),
        restored_ms: null,
      };
      if (bytes !== null) writeFileAtomically(copyFile(id), bytes);
      put(id, record);
      return { ...record, id, copy: bytes === null ? null : copyFile(id) };
    },
    list(file) {
      return namesIn(folder)
        .flatMap((name) => {
          const id = name.endsWith('.json') ? name.slice(0, -'.json'.length) : null;
          const record = id === null ? null : readRecord(recordFile(id));
          if (id === null || record === null) return [];
          return [{ ...record, id, copy: record.original === null ? null : copyFile(id) }];
        })
        .filter((backup) => file === undefined || backup.file === file)
        .sort((a, b) => a.made_ms - b.made_ms || (a.id < b.id ? -1 : 1));
    },
    bytes: (backup) => (backup.copy === null ? null : readFileSync(backup.copy)),
    markRestored({ id, copy: _copy, ...record }) {
      put(id, { ...record, restored_ms: now().getTime() });
    },
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function readRecord(file: string): BackupRecord | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
