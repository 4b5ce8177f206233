import type { IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron';
import { ipcMain } from 'electron';
import type { z } from 'zod';
import {
  type IpcAnswer,
  type Pushes,
  type PushName,
  type RequestName,
  type RequestResults,
  requestSchemas,
} from '../../../shared/ipc.ts';
import { cutCharacters, visibleLine } from '../../../shared/text.ts';
import { SupersededError } from '../../db/read-lane.ts';
import { ORIGIN } from '../scheme-files.ts';

/** A request's arguments after its schema. */
export type Parsed<Name extends RequestName> = z.output<(typeof requestSchemas)[Name]>;

export type Handler<Name extends RequestName> = (
  args: Parsed<Name>,
) => RequestResults[Name] | Promise<RequestResults[Name]>;

/** Registers the handler of one request; each name once. */
export type Handle = <Name extends RequestName>(name: Name, handler: Handler<Name>) => void;

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
        const parsed = requestSchemas[name].safeParse(args);
        if (!parsed.success) return { ok: false, message: wrongArguments(name, parsed.error) };
        try {
          // The schema of `name` made these: the compiler cannot tie the two through an index.
          return { ok: true, value: await handler(parsed.data as Parsed<typeof name>) };
        } catch (error) {
          // The window asked for something newer meanwhile: nobody waits for this answer.
          if (!(error instanceof SupersededError)) log('a request failed', { name, err: error });
          return { ok: false, message: messageOf(error) };
        }
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

/** Names the request and each wrong argument, in one line. */
function wrongArguments(name: RequestName, error: z.ZodError): string {
  const issues = error.issues
    .slice(0, 5)
    .map(({ path, message }) =>
      path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`,
    );
  return cutCharacters(visibleLine(`${name}: ${issues.join('; ')}`), 500);
}

/** What a person reads: the message's first line, without a stack. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = visibleLine(text.split('\n')[0] ?? '');
  return line === '' ? 'Something went wrong.' : cutCharacters(line, 500);
}
