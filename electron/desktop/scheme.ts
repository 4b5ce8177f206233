import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { protocol, type Session } from 'electron';
import { contentSecurityPolicy, SCHEME, servedFile } from './scheme-files.ts';

/** Must run before the app is ready: a scheme's privileges cannot change later. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    // No `bypassCSP`, no `corsEnabled`: the scheme carries this window's files and nothing else.
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** `dist/renderer`, beside the folder that this module is built into. */
const builtWindow = fileURLToPath(new URL('../renderer/', import.meta.url));

const refused = (status: 404 | 405): Response =>
  new Response(null, {
    status,
    headers: { 'content-security-policy': contentSecurityPolicy },
  });

/** Serves the built window under `inkwatch://app/`, instead of `file:`, which could read the whole disk. */
export function serveWindow(session: Session, folder = builtWindow): void {
  session.protocol.handle(SCHEME, async (request) => {
    if (request.method !== 'GET') return refused(405);
    const file = servedFile(request.url, folder);
    if (file === null) return refused(404);
    try {
      return new Response(new Uint8Array(await readFile(file.path)), {
        headers: {
          'content-type': file.type,
          'content-security-policy': contentSecurityPolicy,
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        },
      });
    } catch {
      return refused(404);
    }
  });
}
