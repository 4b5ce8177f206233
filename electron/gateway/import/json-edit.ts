/**
 * Changes members of one object in JSON with comments, and nothing around them: comments and layout of
 * whatever stays are as they were. Formatters of the usual libraries lay the neighbours out anew.
 */

export interface Member {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** An object in the text, from its brace to after the closing one. */
export interface ObjectPlace {
  readonly start: number;
  readonly end: number;
  readonly members: readonly Member[];
}

type Value = readonly [key: string, value: unknown];
type Cut = readonly [start: number, end: number, put: string];

/** The text with `set` in the place of the first member that goes. */
export function changeMembers(
  text: string,
  place: ObjectPlace,
  remove: ReadonlySet<string>,
  set: readonly Value[],
): string {
  const replaced = new Set(set.map(([key]) => key));
  const gone = place.members.filter(({ key }) => remove.has(key) || replaced.has(key));
  const [anchor, ...others] = gone;
  if (anchor === undefined) return addMembers(text, place, set);
  const layout = layoutAt(text, place, anchor.start);
  const cuts: Cut[] = [[anchor.start, anchor.end, membersText(set, layout)]];
  const stays = place.members.filter((member) => member === anchor || !gone.includes(member));
  const last = stays.at(-1) ?? anchor;
  for (const member of others) cuts.push(memberCut(text, member));
  // The comma before members that were last has nothing behind it any more.
  const comma = commaAfter(text, last.end);
  const wasLast = place.members.at(-1) === last;
  const closing = commaAfter(text, place.members.at(-1)?.end ?? last.end);
  if (comma !== null && !wasLast && closing === null) cuts.push([comma, comma + 1, '']);
  return splice(text, cuts);
}

/** The text with more members, behind the last one. */
export function addMembers(text: string, place: ObjectPlace, values: readonly Value[]): string {
  const last = place.members.at(-1);
  const layout = layoutAt(text, place, last?.start ?? null);
  const added = membersText(values, layout);
  if (last === undefined) {
    const put =
      layout.eol === null
        ? `{${added}}`
        : `{${layout.eol}${layout.indent}${added}${layout.eol}${layout.outer}}`;
    const comments = text.slice(place.start + 1, place.end - 1).trimEnd();
    return splice(text, [
      [place.start, place.end, comments === '' ? put : `{${comments}${put.slice(1)}`],
    ]);
  }
  const comma = commaAfter(text, last.end);
  const at = comma === null ? last.end : comma + 1;
  const cuts: Cut[] = comma === null ? [[last.end, last.end, ',']] : [];
  const tail = comma === null ? '' : ',';
  if (layout.eol === null) {
    cuts.push([at, at, ` ${added}${tail}`]);
  } else {
    const end = endOfTrivia(text, at);
    cuts.push([end, end, `${layout.eol}${layout.indent}${added}${tail}`]);
  }
  return splice(text, cuts);
}

interface Layout {
  /** Null: all on one line. */
  readonly eol: string | null;
  /** Of a member, and of the object's own line. */
  readonly indent: string;
  readonly outer: string;
  /** One level. */
  readonly step: string;
}

function layoutAt(text: string, place: ObjectPlace, member: number | null): Layout {
  const fileEol = text.includes('\r\n') ? '\r\n' : '\n';
  const step = /\n([\t ]+)\S/.exec(text)?.[1] ?? '  ';
  const outer = indentAt(text, place.start);
  const inside = text.slice(place.start, member ?? place.end);
  const oneLine = member === null ? !text.includes('\n') : !inside.includes('\n');
  const indent = member === null || oneLine ? outer + step : indentAt(text, member);
  return { eol: oneLine ? null : fileEol, indent, outer, step };
}

const indentAt = (text: string, at: number): string =>
  /^[\t ]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? '';

function membersText(values: readonly Value[], { eol, indent, step }: Layout): string {
  const one = ([key, value]: Value): string => {
    const json = eol === null ? spaced(value) : JSON.stringify(value, null, step);
    return `${JSON.stringify(key)}: ${eol === null ? json : json.replaceAll('\n', eol + indent)}`;
  };
  return values.map(one).join(eol === null ? ', ' : `,${eol}${indent}`);
}

/** On one line, as people write it. Line ends within texts are escapes. */
const spaced = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');

/** A member with its comma, and its lines where nothing else is on them. */
function memberCut(text: string, { start, end }: Member): Cut {
  const comma = commaAfter(text, end);
  const after = comma === null ? end : comma + 1;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = endOfTrivia(text, after);
  const alone =
    text.slice(lineStart, start).trim() === '' &&
    text.startsWith('\n', lineEnd + (text[lineEnd] === '\r' ? 1 : 0));
  if (alone) return [lineStart, text.indexOf('\n', lineEnd) + 1, ''];
  return [start, after + (/^[\t ]*/.exec(text.slice(after, after + 64))?.[0].length ?? 0), ''];
}

/** Where the next comma stands, behind white space and comments; null: something else does. */
function commaAfter(text: string, from: number): number | null {
  let at = from;
  for (;;) {
    const rest = /[\s]*/y;
    rest.lastIndex = at;
    rest.exec(text);
    at = rest.lastIndex;
    if (text[at] === ',') return at;
    const end = commentEnd(text, at);
    if (end === null) return null;
    at = end;
  }
}

function commentEnd(text: string, at: number): number | null {
  if (text.startsWith('//', at)) {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  }
  if (!text.startsWith('/*', at)) return null;
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? text.length : end + 2;
}

/** The end of the line where only spaces and comments follow on it; else `from` itself. */
function endOfTrivia(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (text[at] === ' ' || text[at] === '\t') at += 1;
    const letter = text[at];
    if (letter === '\n' || letter === undefined) return at;
    if (letter === '\r') return text[at + 1] === '\n' ? at : from;
    const end = commentEnd(text, at);
    if (end === null) return from;
    at = end;
    if (text[at - 1] === '\r') at -= 1;
  }
}

function splice(text: string, cuts: readonly Cut[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const [start, end, put] of cuts.toSorted(([a], [b]) => a - b)) {
    parts.push(text.slice(done, Math.max(start, done)), put);
    done = Math.max(end, done);
  }
  return parts.join('') + text.slice(done);
}
