import type { IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron';
import { ipcMain } from 'electron';
import type { IpcAnswer, Pushes, PushName, RequestName } from '../../../shared/ipc.ts';
import { answerRequest } from '../../core/requests/answer.ts';
import type { RequestHandler } from '../../core/requests.ts';
import { SupersededError } from '../../db/read-lane.ts';
import { ORIGIN } from '../scheme-files.ts';

/** Registers the handler of one request; each name once. */
export type Handle = <Name extends RequestName>(name: Name, handler: RequestHandler<Name>) => void;

export interface IpcDoor {
  readonly handle: Handle;
  /** Sends a push to the window, if there is one that has loaded. */
  readonly send: <Name extends PushName>(name: Name, payload: Pushes[Name]) => void;
}

export interface IpcDoorOptions {
  /** The window's contents; null while there is no window. */
  readonly contents: () => WebContents | null;
  readonly log: (what: string, details: object) => void;
}

/**
 * The only place that touches `ipcMain`: checks who asks, parses what is asked, and answers with an
 * envelope, so that neither a foreign frame nor a wrong argument reaches a handler, and no stack a person.
 */
export function openIpcDoor({ contents, log }: IpcDoorOptions): IpcDoor {
  return {
    handle(name, handler) {
      ipcMain.handle(name, async (event, args: unknown): Promise<IpcAnswer<typeof name>> => {
        if (!isOurs(event, contents())) {
          log('a request from a foreign sender was refused', { name });
          return { ok: false, message: 'This request is not allowed here.' };
        }
        return answerRequest<typeof name>(name, args, handler, (error) => {
          // The window asked for something newer meanwhile: nobody waits for this answer.
          if (!(error instanceof SupersededError)) log('a request failed', { name, err: error });
        });
      });
    },
    send(name, payload) {
      const target = contents();
      if (target === null || target.isDestroyed() || !isOwnPage(target.mainFrame)) return;
      target.send(name, payload);
    },
  };
}

/** Ours is the main frame of our window, and only while it shows our page. */
function isOurs(event: IpcMainInvokeEvent, contents: WebContents | null): boolean {
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

function isOwnPage(frame: WebFrameMain): boolean {
  return frame.url === ORIGIN || frame.url.startsWith(`${ORIGIN}/`);
}
