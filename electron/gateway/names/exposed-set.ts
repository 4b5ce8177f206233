import { exposedName, plainItem, type UpstreamItem } from './exposed-name.ts';

/** An item that cannot be offered beside the others, and why, for a person. */
export interface HeldBack {
  readonly server: string;
  readonly name: string;
  readonly why: string;
}

/** Which names stand for which items of all servers. */
export interface ExposedSet {
  /** By the name that is advertised; in order of server and name, whatever the order they came in. */
  readonly items: ReadonlyMap<string, UpstreamItem>;
  readonly heldBack: readonly HeldBack[];
  /**
   * What a call of this name is meant for; null: no server of ours. A plain name is told also while its
   * server is down or before its list came, so that the call fails at that server and is recorded there.
   */
  itemOf(exposed: string): UpstreamItem | null;
}

/**
 * Names the items of all servers. Two that would get one name are both held back: there is no silent
 * winner, and none that depends on who connected first (case h03-name-collisions).
 * @param nameOf Only tests give another one.
 */
export function exposeAll(
  all: Iterable<UpstreamItem>,
  nameOf: (item: UpstreamItem) => string = exposedName,
): ExposedSet {
  const items = new Map<string, UpstreamItem>();
  const heldBack: HeldBack[] = [];
  for (const [exposed, group] of grouped(all, nameOf)) {
    const [item, ...others] = group;
    if (item === undefined) continue;
    if (others.length === 0) items.set(exposed, item);
    else heldBack.push(...group.map((one) => ({ ...one, why: whyHeldBack(one, group) })));
  }
  return { items, heldBack, itemOf: (exposed) => items.get(exposed) ?? plainItem(exposed) };
}

function grouped(
  all: Iterable<UpstreamItem>,
  nameOf: (item: UpstreamItem) => string,
): ReadonlyMap<string, readonly UpstreamItem[]> {
  const distinct = new Map<string, UpstreamItem>();
  // A name that one server lists twice is one tool: nobody can call the one or the other.
  for (const { server, name } of all)
    distinct.set(JSON.stringify([server, name]), { server, name });
  const groups = new Map<string, UpstreamItem[]>();
  for (const [, item] of [...distinct].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const exposed = nameOf(item);
    const group = groups.get(exposed);
    if (group === undefined) groups.set(exposed, [item]);
    else group.push(item);
  }
  return groups;
}

function whyHeldBack(item: UpstreamItem, group: readonly UpstreamItem[]): string {
  const others = group
    .filter((other) => other !== item)
    .map(({ server, name }) => `“${name}” of ${server}`)
    .join(', ');
  return `It would have the same name as ${others}. Rename one of the servers.`;
}
