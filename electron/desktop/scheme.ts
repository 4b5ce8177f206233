import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { protocol, type Session } from 'electron';
import { contentSecurityPolicy, SCHEME, servedFile } from './scheme-files.ts';

/** Must run before the app is ready: a scheme's privileges cannot change later. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    // No `bypassCSP`, no `corsEnabled`: the scheme carries this window's files and nothing else.
    {
      scheme: SCHEME,
      // The code cache saves compiling the window's script at every start but the first.
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
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
  session.protocol.handle(SCHEME, (request) => {
    if (request.method !== 'GET') return refused(405);
    const file = servedFile(request.url, folder);
    if (file === null) return refused(404);
    try {
      // Read at once: at a start this thread has other things to do before it would come back to it.
      return new Response(new Uint8Array(readFileSync(file.path)), {
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
