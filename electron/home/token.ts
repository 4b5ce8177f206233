import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileStamp, writeFileAtomically } from '../atomic-file.ts';

/** 256 bits as base64url. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

function readToken(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Error(`The connection token ${file} could not be read. Check its permissions.`);
  }
}

/** The token of a home's own commands, without making one; null: there is none. */
export function readControlToken(file: string): string | null {
  const found = readToken(file);
  return found !== null && tokenForm.test(found) ? found : null;
}

/**
 * The home's own connection token: made at the first start (256 random bits, base64url, mode 0600), then
 * kept. A file that holds no token is set aside under a dated name. @throws Error in plain words.
 */
export function loadToken(file: string, now: () => Date = () => new Date()): string {
  const found = readToken(file);
  if (found !== null && tokenForm.test(found)) {
    // Restored backups and synced folders come back readable to all.
    closeToOthers(file);
    return found;
  }
  const token = randomBytes(32).toString('base64url');
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (found !== null) renameSync(file, `${file}.broken-${fileStamp(now())}`);
    storeToken(file, token);
  } catch {
    // A full or read-only disk: it serves until the program ends, and is stored when it can be.
  }
  return token;
}

/** @throws where the folder cannot be written */
export function storeToken(file: string, token: string): void {
  writeFileAtomically(file, `${token}\n`);
}

function closeToOthers(file: string): void {
  if (process.platform === 'win32') return;
  try {
    chmodSync(file, 0o600);
  } catch {
    // On a read-only disk it stays as it is; Health says so.
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, over SHA-256, so that neither length nor prefix leaks. */
export function tokenMatches(expected: string, given: string): boolean {
  return timingSafeEqual(digest(expected), digest(given));
}
