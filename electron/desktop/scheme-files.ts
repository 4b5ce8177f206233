import { extname, join, sep } from 'node:path';

export const SCHEME = 'inkwatch';
export const ORIGIN = `${SCHEME}://app`;

/** Built files only: whatever else lies in the folder is not served. */
const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * The strict policy of the window: own files, no inline script, no eval, no network, no frames.
 * Styles set by script through the CSSOM need no exception.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No text ever becomes HTML or script, whatever code tries it (case g07).
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export interface ServedFile {
  readonly path: string;
  readonly type: string;
}

/** The file behind a URL of the app's scheme, or null: another host, a path that leaves the folder, an unknown kind. */
export function servedFile(url: string, folder: string): ServedFile | null {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return null;
  }
  if (parsed.protocol !== `${SCHEME}:` || parsed.host !== 'app') return null;
  let name: string;
  try {
    name = decodeURIComponent(parsed.pathname);
  } catch {
    return null;
  }
  // Decoded once: a backslash is a separator on Windows, and NUL ends a path in C.
  if (/[\\\0]/.test(name)) return null;
  if (name === '/' || name === '') name = '/index.html';
  const path = join(folder, name);
  if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return null;
  const type = mimeTypes[extname(path).toLowerCase()];
  return type === undefined ? null : { path, type };
}
