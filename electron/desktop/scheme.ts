import { readFile } from 'node:fs/promises';
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

/** A body that says when it was taken in full: the reader asks once more after its last piece. */
function taken(bytes: Uint8Array, onTaken: () => void): ReadableStream<Uint8Array> {
  let given = false;
  return new ReadableStream(
    {
      pull(to) {
        if (given) {
          to.close();
          onTaken();
        } else {
          given = true;
          to.enqueue(bytes);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

/** Serves the built window under `inkwatch://app/`, instead of `file:`, which could read the whole disk. */
export function serveWindow(
  session: Session,
  onServed: (path: string) => void = () => undefined,
  folder = builtWindow,
): void {
  session.protocol.handle(SCHEME, async (request) => {
    if (request.method !== 'GET') return refused(405);
    const file = servedFile(request.url, folder);
    if (file === null) return refused(404);
    try {
      const bytes = new Uint8Array(await readFile(file.path));
      return new Response(
        taken(bytes, () => onServed(file.path)),
        {
          headers: {
            'content-type': file.type,
            'content-security-policy': contentSecurityPolicy,
            'x-content-type-options': 'nosniff',
            'cross-origin-opener-policy': 'same-origin',
            'referrer-policy': 'no-referrer',
            'cache-control': 'no-store',
          },
        },
      );
    } catch {
      return refused(404);
    }
  });
}
