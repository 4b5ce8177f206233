import type { ErrorKind } from '../../../shared/outcome.ts';
import type { ToolPolicy } from '../../../shared/servers.ts';
import { cutCharacters } from '../../../shared/text.ts';
import type { JsonObject } from '../../mcp/json-rpc.ts';
import type { Decision } from '../approvals/approvals.ts';
import { captureArguments } from '../capture/capture.ts';
import { withoutSecrets } from '../upstreams/known-secrets.ts';
import type { GatewayCall, GatewayDeskOptions } from './gateway-desk.ts';

interface Refused {
  readonly message: string;
  readonly decided_by: 'policy' | 'person' | 'nobody';
  readonly kind: ErrorKind;
}

/** What was decided of a call before it is carried out. */
export interface Judgement {
  readonly refused: Refused | null;
  readonly decided_by: 'person' | null;
}

export const fine: Judgement = { refused: null, decided_by: null };
/** For a call that the one door refuses, or answers as it did before; if it runs after all, it does not run. */
const unasked: Judgement = {
  refused: {
    message:
      'The person was not asked whether this may be called, so nothing was done. Call it again.',
    decided_by: 'policy',
    kind: 'refused',
  },
  decided_by: null,
};

/** @param mayRun Whether the call would be carried out if the person said yes. */
export type Judge = (
  call: GatewayCall,
  name: string,
  args: JsonObject,
  mayRun: () => boolean,
) => Promise<Judgement>;

/** Decides of calls as the person set it, or as they say when they are asked. */
export function createJudge({
  rules,
  book,
  approvals,
  secretsOf,
  onAlways,
}: Pick<GatewayDeskOptions, 'rules' | 'book' | 'approvals' | 'secretsOf' | 'onAlways'>): Judge {
  /** What the person or their policy says against it; null: nothing, and by whom it was allowed where asked. */
  const judged: Judge = async (call, name, args, mayRun) => {
    const because = call.refusedBecause ?? null;
    if (because !== null) {
      const refused: Refused = { message: because, decided_by: 'policy', kind: 'refused' };
      return { refused, decided_by: null };
    }
    switch (policyOf(call.server, name)) {
      case 'allow':
        return fine;
      case 'deny': {
        const message = `The person does not allow ${name} of ${call.server} to be called. Do not retry; tell them what you wanted it for.`;
        return { refused: { message, decided_by: 'policy', kind: 'refused' }, decided_by: null };
      }
      case 'ask': {
        // Nobody is asked of what is refused anyway, or was done before.
        if (!mayRun()) return unasked;
        const decision = await asked(call, name, args);
        return decision.kind === 'allowed'
          ? { refused: null, decided_by: 'person' }
          : { refused: refusedBy(decision, `${name} of ${call.server}`), decided_by: null };
      }
    }
  };

  /** A name that the server does not list may be another spelling of one that it does. */
  const policyOf = (server: string, name: string): ToolPolicy => {
    const said = rules.policy(server, name);
    const listed = book.tools(server);
    if (said !== 'allow' || listed === null || listed.some((tool) => tool.name === name)) {
      return said;
    }
    const like = listed.filter((tool) => spelling(tool.name) === spelling(name));
    const policies = like.map((tool) => rules.policy(server, tool.name));
    return policies.find((one) => one === 'deny') ?? policies.find((one) => one === 'ask') ?? said;
  };

  const asked = async (call: GatewayCall, name: string, args: JsonObject): Promise<Decision> => {
    const { client_info, client_name } = call.caller();
    const { server } = call;
    const endBeat = whileWaiting(call);
    const decision = await approvals.ask(
      {
        key: JSON.stringify([call.request?.scope, call.request?.id, server, call.params]),
        server,
        tool: name,
        client: { client_info, client_name },
        reason: typeof args.reason === 'string' ? args.reason.slice(0, 1000) : null,
        arguments: withoutSecrets(shownArguments(args), secretsOf(server)),
      },
      call.signal,
    );
    endBeat();
    if ('always' in decision && decision.always) {
      onAlways(server, name, decision.kind === 'allowed' ? 'allow' : 'deny');
    }
    return decision;
  };

  return judged;
}

/** Tells a client that asked for progress that its call lives while the person thinks. */
function whileWaiting({ pass, meta }: GatewayCall): () => void {
  const token = meta.progressToken;
  const { onMessage } = pass;
  if (onMessage === undefined || (typeof token !== 'string' && typeof token !== 'number')) {
    return () => undefined;
  }
  let beats = 0;
  const beat = () => {
    beats += 1;
    // It has to grow, and must not be above what the server says first.
    const progress = beats * 1e-6;
    const message = 'Waiting for the person to approve this call';
    const value = { progressToken: token, progress, message };
    const method = 'notifications/progress';
    onMessage({ kind: 'notification', method, params: JSON.stringify(value), value });
  };
  beat();
  const timer = setInterval(beat, waitingBeatMs);
  timer.unref();
  return () => clearInterval(timer);
}

const waitingBeatMs = 10_000;

/** Names that a server may take for the same. */
function spelling(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

function refusedBy(decision: Exclude<Decision, { kind: 'allowed' }>, what: string): Refused {
  switch (decision.kind) {
    case 'denied':
      return {
        message: `The person refused this call of ${what}. Do not retry; ask them what they want instead.`,
        decided_by: 'person',
        kind: 'refused',
      };
    case 'unanswered':
      return {
        message: `Nobody approved this call of ${what} in time. Nothing was done; ask the person before you try again.`,
        decided_by: 'nobody',
        kind: 'refused',
      };
    case 'too-many':
      return {
        message: `Too many calls wait for the person already, so this one of ${what} was refused. Nothing was done; wait for their answers.`,
        decided_by: 'nobody',
        kind: 'refused',
      };
    case 'gone':
      return {
        message: `Cancelled while it waited for the person. Nothing was done.`,
        decided_by: 'nobody',
        kind: 'cancelled',
      };
  }
}

/** Arguments for the eye of the person who is asked: whole as far as they can be read, without secrets. */
function shownArguments(args: JsonObject): string {
  const { full } = captureArguments({ args, raw: null, inputSchema: null, level: 'full' });
  const text = full === null ? '{}' : JSON.stringify(JSON.parse(full), null, 2);
  return text.length <= longestShown ? text : `${cutCharacters(text, longestShown)}\n…`;
}

const longestShown = 20_000;
