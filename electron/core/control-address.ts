import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IpcAnswer } from '../../shared/ipc.ts';
import { bearerToken, refusedForm } from '../mcp/http/guards.ts';
import { readBody, throwAway } from '../mcp/http/read-body.ts';
import { sendJson } from '../mcp/http/reply.ts';
import { answerRequest } from './requests/answer.ts';
import { type CoreRequestName, type CoreRequests, isCoreRequest } from './requests.ts';

/** Where the command line reaches a running core, on the port that it serves MCP on. */
export const CONTROL_PATH = '/inkwatch/control';

const bodyLimitBytes = 1024 * 1024;

export interface ControlOptions {
  /** Of the home's owner. Clients have other ones, so that none of them can end its own pause. */
  readonly token: string;
  readonly requests: () => CoreRequests;
  readonly onFailed: (name: CoreRequestName, error: unknown) => void;
  /** A wrong token came; false: too many did, and this one is not even told that it is wrong. */
  readonly mayTryAgain: () => boolean;
}

/** Answers one request of the person's own commands; Host and Origin were looked at before. */
export type ControlAddress = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function createControlAddress(options: ControlOptions): ControlAddress {
  const expected = digest(options.token);
  return async (request, response) => {
    const refuse = (status: number, message: string): void => {
      sendJson(response, status, JSON.stringify({ ok: false, message }));
      throwAway(request);
    };
    const given = bearerToken(request);
    if (given === null || !timingSafeEqual(digest(given), expected)) {
      return options.mayTryAgain()
        ? refuse(
            401,
            'Unauthorized: send the token from control-token as "Authorization: Bearer …"',
          )
        : refuse(429, 'Too many wrong tokens: wait a minute');
    }
    if (request.method !== 'POST') return refuse(405, 'Method not allowed');
    const form = refusedForm(request);
    if (form !== null) return refuse(form.status, form.message);
    const body = await readBody(request, response, bodyLimitBytes);
    switch (body.kind) {
      case 'cut':
        return;
      case 'too-large':
        sendJson(response, 413, JSON.stringify({ ok: false, message: 'The request is too large' }));
        return;
      case 'whole': {
        const asked = askedFor(body.bytes);
        const answer: IpcAnswer<CoreRequestName> = await answerAsked(asked);
        sendJson(response, 200, JSON.stringify(answer));
      }
    }
  };

  async function answerAsked(asked: Asked): Promise<IpcAnswer<CoreRequestName>> {
    const { name, args } = asked;
    if (name === null) return { ok: false, message: 'Send {"request": name, "args": {…}}' };
    if (!isCoreRequest(name)) return { ok: false, message: 'There is no such request' };
    return answerCoreRequest(options.requests(), name, args, (error) =>
      options.onFailed(name, error),
    );
  }
}

/** Answers a request by its name alone. Never rejects. */
export function answerCoreRequest<Name extends CoreRequestName>(
  requests: CoreRequests,
  name: Name,
  args: unknown,
  onFailed: (error: unknown) => void,
): Promise<IpcAnswer<Name>> {
  return answerRequest<Name>(name, args, requests[name], onFailed);
}

interface Asked {
  /** Null: the body is no request. */
  readonly name: string | null;
  readonly args: unknown;
}

function askedFor(bytes: Buffer): Asked {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value !== 'object' || value === null) return { name: null, args: null };
    const { request, args = {} } = value as { readonly request?: unknown; readonly args?: unknown };
    return { name: typeof request === 'string' ? request : null, args };
  } catch {
    return { name: null, args: null };
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
