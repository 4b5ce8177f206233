/** What a name that should stand for something in a set turned out to be. */
export type LabelState =
  | { readonly state: 'present' }
  | { readonly state: 'absent' }
  /** The set could not be read: nobody knows. */
  | { readonly state: 'unknown'; readonly why: string };

/** The kinds of names that name a member of a set. */
export type LabelKind = 'connection' | 'namespace' | 'chunk' | 'upstream';

/** A name with what it stands for now. */
export interface ResolvedLabel {
  readonly kind: LabelKind;
  readonly name: string;
  readonly label: LabelState;
}

/** The live set of a kind; or why it could not be read. */
export type LiveSet = { readonly has: (name: string) => boolean } | { readonly unknown: string };

/**
 * The one place where a label is resolved. A set that cannot be read answers unknown: a name is only
 * absent where the set was looked at and lacks it.
 */
export function resolveLabel(kind: LabelKind, name: string, live: LiveSet): ResolvedLabel {
  if ('unknown' in live) return { kind, name, label: { state: 'unknown', why: live.unknown } };
  return { kind, name, label: { state: live.has(name) ? 'present' : 'absent' } };
}
