import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
} from 'node:fs';

/** Larger ones are no configuration; Claude Code keeps histories in its file. */
const largest = 32 * 1024 * 1024;
const byteOrderMark = '\ufeff';

/** A client's file as it stands. */
export interface ClientText {
  readonly kind: 'text';
  /** The file itself, where `file` was a link to it. */
  readonly target: string;
  readonly bytes: Buffer;
  /** Without the byte-order mark. */
  readonly text: string;
  readonly hasMark: boolean;
  /** Permission bits. */
  readonly mode: number;
}

export type ClientTextFound =
  | ClientText
  | { readonly kind: 'absent' }
  | { readonly kind: 'unusable'; readonly why: string };

/** Reads a client's file in bounded size; never waits for a pipe, follows links, never throws. */
export function readClientText(file: string): ClientTextFound {
  let descriptor: number | null = null;
  try {
    const target = realpathSync(file);
    // Opening a pipe would wait for its writer, for ever.
    descriptor = openSync(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(descriptor);
    if (!found.isFile()) return { kind: 'unusable', why: 'It is no file.' };
    if (found.size > largest) return { kind: 'unusable', why: 'It is larger than 32 MB.' };
    const bytes = readFileSync(descriptor);
    const decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const hasMark = decoded.startsWith(byteOrderMark);
    const text = hasMark ? decoded.slice(1) : decoded;
    return { kind: 'text', target, bytes, text, hasMark, mode: found.mode & 0o7777 };
  } catch (error) {
    return whyNot(file, error);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function whyNot(file: string, error: unknown): ClientTextFound {
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      // Writing would put a file in the place of the link.
      return isLink(file)
        ? { kind: 'unusable', why: 'It is a link to a file that is not there.' }
        : { kind: 'absent' };
    case 'ELOOP':
      return { kind: 'unusable', why: 'It is a link that leads back to itself.' };
    case 'EACCES':
    case 'EPERM':
      return { kind: 'unusable', why: 'It may not be read. Check its permissions.' };
    case 'EISDIR':
      return { kind: 'unusable', why: 'It is a folder.' };
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return { kind: 'unusable', why: 'It is no UTF-8 text.' };
    default:
      return { kind: 'unusable', why: `It could not be read (${code ?? 'unknown error'}).` };
  }
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The bytes of a text as they stand in the file. */
export function bytesOf(text: string, hasMark: boolean): Buffer {
  return Buffer.from(hasMark ? byteOrderMark + text : text, 'utf8');
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
