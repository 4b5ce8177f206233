import { rawAt, withRaw } from '../../wire/raw-json.ts';
import { metaKeys } from './era.ts';

/** Text with its value: both say the same. */
export interface Texted {
  readonly raw: string;
  readonly value: unknown;
}

/** A request that other messages name, and what its client calls it (JSON text). */
interface Label<Owner> {
  readonly owner: Owner;
  readonly original: string;
}

/**
 * Requests are named in other messages: progress by their token, subscriptions by their id. Clients of one
 * shared session choose alike, so a name that is taken is changed on the wire and put back on the way back.
 */
export interface Labels<Owner> {
  /** The `params` to send; remembers the progress token in them until `remove`. */
  token(id: number, owner: Owner, params: string | null): string | null;
  /** `clientId`: what the client calls the subscription. */
  subscription(id: number, owner: Owner, clientId: string): void;
  remove(id: number): void;
  /** Whom a notification is about, with the client's own name in it; null: nobody in particular. */
  about(method: string, params: Texted): { readonly owner: Owner; readonly params: Texted } | null;
  /** The answer to a request: the end of a subscription names it. */
  inAnswer(id: number, answer: Texted): Texted;
}

const progressPath = ['progressToken'] as const;
const subscriptionPath = ['_meta', metaKeys.subscription] as const;

export function createLabels<Owner>(): Labels<Owner> {
  const tokens = new Map<string, Label<Owner>>();
  const tokenOf = new Map<number, string>();
  const subscriptions = new Map<string, Label<Owner>>();

  const renamed = (text: Texted, path: readonly string[], name: string): Texted => {
    if (rawAt(text.raw, ...path) === name) return text;
    const raw = withRaw(text.raw, path, name);
    return { raw, value: JSON.parse(raw) as unknown };
  };

  return {
    token(id, owner, params) {
      const original = params === null ? null : rawAt(params, '_meta', 'progressToken');
      if (params === null || original === null) return params;
      const token = tokens.has(original) ? `"inkwatch-${id}"` : original;
      tokens.set(token, { owner, original });
      tokenOf.set(id, token);
      return token === original ? params : withRaw(params, ['_meta', 'progressToken'], token);
    },
    subscription(id, owner, clientId) {
      subscriptions.set(String(id), { owner, original: clientId });
    },
    remove(id) {
      const token = tokenOf.get(id);
      if (token !== undefined) tokens.delete(token);
      tokenOf.delete(id);
      subscriptions.delete(String(id));
    },
    about(method, params) {
      const isProgress = method === 'notifications/progress';
      if (!isProgress && subscriptions.size === 0) return null;
      const path = isProgress ? progressPath : subscriptionPath;
      const label = (isProgress ? tokens : subscriptions).get(rawAt(params.raw, ...path) ?? '');
      if (label === undefined) return null;
      return { owner: label.owner, params: renamed(params, path, label.original) };
    },
    inAnswer(id, answer) {
      const label = subscriptions.get(String(id));
      if (label === undefined || rawAt(answer.raw, ...subscriptionPath) === null) return answer;
      return renamed(answer, subscriptionPath, label.original);
    },
  };
}
