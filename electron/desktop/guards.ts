import { app, type Session, type WebContents } from 'electron';
import { ORIGIN, SCHEME } from './scheme-files.ts';

/** Refuses what the window has no use for, for every page that this process could ever hold. */
export function guardContents(log: (what: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, log));
}

function guard(contents: WebContents, log: (what: string) => void): void {
  // Also what a dropped file or link would do: a drop on a page is a navigation.
  contents.on('will-navigate', (event) => {
    // Playwright and the menu reload the same page; nothing else may load.
    if (event.url === `${ORIGIN}/` || event.url === `${ORIGIN}/index.html`) return;
    log('navigation refused');
    event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => {
    log('new window refused');
    return { action: 'deny' };
  });
}

/** Denies every permission but "put this text on the clipboard", and every request that leaves the app's scheme. */
export function guardSession(session: Session, packaged: boolean): void {
  const allowed = (permission: string, origin: string): boolean =>
    permission === 'clipboard-sanitized-write' && origin.startsWith(ORIGIN);
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(allowed(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => allowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  const schemes = new Set([`${SCHEME}:`, 'data:']);
  if (!packaged) schemes.add('devtools:');
  // The policy in the page says the same; this holds for a page that lost its policy as well.
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !schemes.has(protocolOf(details.url)) });
  });
}

function protocolOf(url: string): string {
  return url.slice(0, url.indexOf(':') + 1).toLowerCase();
}
