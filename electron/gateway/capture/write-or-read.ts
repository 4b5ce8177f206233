import { isRecord } from '../../wire/json-rpc.ts';
import { wordsOf } from './words.ts';

/** What a person said of a tool; null: nothing. */
export type ToolMark = 'read' | 'write' | null;

/**
 * - `marked`: the person said so;
 * - `claimed`: the upstream says that it only reads, and nothing contradicts it;
 * - `contradicted`: it says so, and its other hints or its name say otherwise;
 * - `stated`: the upstream says that it writes;
 * - `unstated`: nobody said anything, so it is a write.
 */
export type KindBasis = 'marked' | 'claimed' | 'contradicted' | 'stated' | 'unstated';

export interface CallKind {
  readonly kind: 'write' | 'read';
  readonly basis: KindBasis;
  /** For a person. */
  readonly why: string;
}

/** Words of a name that say that something is changed, sent or run. */
const writeWords: ReadonlySet<string> = new Set(
  `write create update delete remove insert upsert set unset put post patch add append edit modify change move
  rename send store save upload commit push merge rebase revert drop truncate execute exec run call invoke eval
  replace destroy clear purge reset close reopen assign unassign publish unpublish deploy install uninstall start
  stop restart kill cancel approve reject submit reply comment archive unarchive restore enable disable grant
  revoke transfer pay charge refund order book schedule invite kick ban mute pin unpin star unstar follow fork
  click press fill drag drop upload attach detach link unlink tag untag label mark toggle apply sync import
  register unregister rotate generate trigger dispatch emit mutate make new do wipe overwrite erase`.split(
    /\s+/,
  ),
);

/** Words of a name that say that it only looks. */
const readWords: ReadonlySet<string> = new Set(
  `read get list search find fetch query show describe view count check lookup look browse inspect preview status
  stat info tail head diff compare validate verify explain summarize analyze is has can download export print
  wait watch subscribe resolve snapshot screenshot ping`.split(/\s+/),
);

/** After a reading word a writing one is a noun ("get_commit"), unless it is joined ("find_and_replace"). */
const joins: ReadonlySet<string> = new Set(['and', 'or', 'then']);

/**
 * Whether a call of this tool is a write. Hints come from the upstream and are not to be trusted (case
 * d09-which-calls-count-as-writes): only a claim that nothing contradicts makes a read, and the person's
 * own mark goes before everything. Never throws.
 * @param annotations As the upstream listed them; null: none, or no such tool in its list.
 */
export function callKind(tool: {
  readonly name: string;
  readonly annotations: unknown;
  readonly mark: ToolMark;
}): CallKind {
  if (tool.mark !== null) {
    return { kind: tool.mark, basis: 'marked', why: `You marked it as a ${tool.mark}.` };
  }
  const hints = isRecord(tool.annotations) ? tool.annotations : {};
  const write = (basis: KindBasis, why: string): CallKind => ({ kind: 'write', basis, why });
  if (hints.readOnlyHint === undefined) {
    return write('unstated', 'Its server does not say whether it writes.');
  }
  if (hints.readOnlyHint === false) return write('stated', 'Its server says that it writes.');
  if (hints.readOnlyHint !== true) {
    return write('contradicted', 'What its server says of writing is neither yes nor no.');
  }
  if (hints.destructiveHint !== undefined && hints.destructiveHint !== false) {
    return write('contradicted', 'Its server says both that it only reads and that it destroys.');
  }
  const word = writeWordOf(tool.name);
  if (word !== null) {
    return write('contradicted', `Its server says that it only reads, but it is called “${word}”.`);
  }
  return { kind: 'read', basis: 'claimed', why: 'Its server says that it only reads.' };
}

/** The word of a name that says that it writes; null: none does. */
function writeWordOf(name: string): string | null {
  const words = wordsOf(name);
  const first = words.findIndex((word) => writeWords.has(word) || readWords.has(word));
  const found = words[first];
  if (found === undefined) return null;
  if (writeWords.has(found)) return found;
  return words.find((word, at) => writeWords.has(word) && joins.has(words[at - 1] ?? '')) ?? null;
}
