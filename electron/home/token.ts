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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
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
    if (process.platform !== 'win32') chmodSync(file, 0o600);
    return found;
  }
  mkdirSync(dirname(file), { recursive: true });
  if (found !== null) renameSync(file, `${file}.broken-${fileStamp(now())}`);
  const token = randomBytes(32).toString('base64url');
  writeFileAtomically(file, `${token}\n`);
  return token;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, over SHA-256, so that neither length nor prefix leaks. */
export function tokenMatches(expected: string, given: string): boolean {
  return timingSafeEqual(digest(expected), digest(given));
}
