import { chmodSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { fileStamp, writeFileAtomically } from '../../atomic-file.ts';
import type { SecretAnswer, SecretSealer, SecretStore } from './secret-store.ts';

const keySchema = z.string().min(1).max(1024);
const valueSchema = z.string().max(65_536);
/** `sealed` is base64 of what only the keychain can open; `plain` stands where there is none. */
const entrySchema = z.union([
  z.strictObject({ sealed: valueSchema.max(262_144) }),
  z.strictObject({ plain: valueSchema }),
]);
/** A list, not an object: `__proto__` is a name like any other. */
const fileSchema = z.strictObject({
  version: z.literal(1),
  secrets: z.array(z.tuple([keySchema, entrySchema])).max(10_000),
});
type Entry = z.infer<typeof entrySchema>;

export interface FileSecretsOptions {
  /** Null: none here (the command line, a server without a desktop). */
  readonly sealer?: SecretSealer | null;
  readonly now?: () => Date;
}

type Found =
  | { readonly kind: 'entries'; readonly entries: ReadonlyMap<string, Entry> }
  | { readonly kind: 'unreadable'; readonly why: string };

/**
 * Secrets in one file (mode 0600), sealed where the desktop's keychain is there. The file is read anew each
 * time, since the command line and the desktop share it. One that holds something else is set aside under a
 * dated name, never overwritten.
 */
export function createFileSecrets(file: string, options: FileSecretsOptions = {}): SecretStore {
  const { sealer = null, now = () => new Date() } = options;
  const warnings: string[] = [];

  const warn = (text: string): void => {
    if (!warnings.includes(text)) warnings.push(text);
  };

  const setAside = (why: string): Found => {
    const aside = `${file}.broken-${fileStamp(now())}`;
    try {
      renameSync(file, aside);
      warn(`The file of secrets was ${why}. It was kept as ${aside}; enter the secrets again.`);
      return { kind: 'entries', entries: new Map() };
    } catch {
      return {
        kind: 'unreadable',
        why: `The file of secrets is ${why} and cannot be moved aside.`,
      };
    }
  };

  const read = (): Found => {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
      // Restored backups and synced folders come back readable to all.
      if (process.platform !== 'win32') chmodSync(file, 0o600);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
      if (code === 'ENOENT') return { kind: 'entries', entries: new Map() };
      if (code === 'EISDIR') return setAside('a folder');
      return { kind: 'unreadable', why: `The file of secrets could not be read (${code}).` };
    }
    const entries = entriesOf(text);
    return entries === null ? setAside('damaged') : { kind: 'entries', entries };
  };

  const sealed = (value: string): Entry =>
    sealer?.available() === true ? { sealed: sealer.seal(value) } : { plain: value };

  const open = (entry: Entry): SecretAnswer => {
    if ('plain' in entry) return { kind: 'found', value: entry.plain };
    if (sealer === null || !sealer.available()) {
      return { kind: 'locked', why: 'It is in the keychain, which only the desktop app can open.' };
    }
    try {
      return { kind: 'found', value: sealer.open(entry.sealed) };
    } catch {
      return { kind: 'locked', why: 'The keychain does not open it. Enter it again.' };
    }
  };

  return {
    get(key) {
      const found = read();
      if (found.kind === 'unreadable') return { kind: 'locked', why: found.why };
      const entry = found.entries.get(key);
      return entry === undefined ? { kind: 'absent' } : open(entry);
    },
    keys() {
      const found = read();
      return found.kind === 'entries' ? [...found.entries.keys()] : [];
    },
    change(changes) {
      const found = read();
      if (found.kind === 'unreadable') throw new Error(found.why);
      // What was kept before there was a keychain goes into it with the next change.
      const entries = new Map(
        [...found.entries].map(([key, entry]) => [
          key,
          'plain' in entry ? sealed(entry.plain) : entry,
        ]),
      );
      for (const [key, value] of changes) {
        if (value === null) {
          entries.delete(key);
          continue;
        }
        if (!keySchema.safeParse(key).success)
          throw new Error('A secret has a name that is too long.');
        if (!valueSchema.safeParse(value).success)
          throw new Error('A secret is longer than 64 KB.');
        entries.set(key, sealed(value));
      }
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const whole = { version: 1, secrets: [...entries] } satisfies z.input<typeof fileSchema>;
      writeFileAtomically(file, `${JSON.stringify(whole)}\n`);
    },
    warnings: () => warnings,
  };
}

function entriesOf(text: string): ReadonlyMap<string, Entry> | null {
  try {
    return new Map(fileSchema.parse(JSON.parse(text)).secrets);
  } catch {
    return null;
  }
}
