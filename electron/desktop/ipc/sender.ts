import type { IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron';
import { ORIGIN } from '../scheme-files.ts';

/** Ours is the main frame of our window, and only while it shows our page. */
export function isOurs(event: IpcMainInvokeEvent, contents: WebContents | null): boolean {
  const frame = event.senderFrame;
  return (
    contents !== null &&
    event.sender.id === contents.id &&
    frame !== null &&
    frame.parent === null &&
    frame.routingId === contents.mainFrame.routingId &&
    frame.processId === contents.mainFrame.processId &&
    isOwnPage(frame)
  );
}

export function isOwnPage(frame: WebFrameMain): boolean {
  return frame.url === ORIGIN || frame.url.startsWith(`${ORIGIN}/`);
}
