import { ipcMain, type WebContents } from 'electron';
import type { IpcAnswer, Pushes, PushName, RequestName } from '../../../shared/ipc.ts';
import { answerRequest } from '../../core/requests/answer.ts';
import type { RequestHandler } from '../../core/requests.ts';
import { SupersededError } from '../../db/read-lane.ts';
import { isOurs, isOwnPage } from './sender.ts';

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
