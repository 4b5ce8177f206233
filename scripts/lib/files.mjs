import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * The JSON in a file, or undefined when it is missing or broken.
 * @param {string} path
 * @returns {unknown}
 */
export const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Writes JSON beside the target and renames it, so that a reader never sees half a file.
 * @param {string} path
 * @param {unknown} value
 */
export const writeJson = (path, value) => {
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}`;
  writeFileSync(part, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(part, path);
};

/**
 * Digest of a small text.
 * @param {string | Buffer} data
 */
export const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/**
 * Digest of a file of any size.
 * @param {string} path
 * @param {'sha256' | 'sha512'} algorithm
 * @param {'hex' | 'base64'} encoding
 */
export const fileDigest = async (path, algorithm, encoding) => {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  return hash.digest(encoding);
};
