import { limits } from '../../../shared/ledger.ts';
import { cutCharacters, wellFormed } from '../../../shared/text.ts';
import { isRecord } from '../../wire/json-rpc.ts';
import type { BigNumbers, Path } from './big-numbers.ts';
import { nameSense } from './identifying.ts';
import { REDACTED, redactText } from './redact-text.ts';
import { upToSpace } from './redact-value.ts';
import { isSecretMember } from './secret-keys.ts';

/** A row's summary stays one that a person reads. */
const mostMembers = 24;
const mostNested = 8;
const deepestNested = 3;
/** Members looked at in one object. */
const widest = 500;
/** Characters looked at for secrets, of which 128 are kept. */
const window = 4096;
const shownElements = 3;

export interface SummaryOptions {
  /** Names of arguments that the tool itself declares: others hold something of the call. */
  readonly declared: ReadonlySet<string>;
  readonly numbers: BigNumbers;
}

export interface ArgumentsSummary {
  readonly summary: Readonly<Record<string, unknown>>;
  /** Texts that the summary shows whole or in part. */
  readonly shown: readonly string[];
}

/**
 * What identifies a call without its content: identifying values cut at 128 characters, lengths and counts
 * for the rest. Built from what may be shown, not from what may not (case d02-redaction-gaps): a name that
 * the tool does not declare is counted only.
 */
export function summarizeArguments(
  args: unknown,
  { declared, numbers }: SummaryOptions,
): ArgumentsSummary {
  const members: [string, unknown][] = [];
  const shown: string[] = [];
  let others = 0;
  let cut = false;

  const identify = (value: unknown, isId: boolean, path: Path): unknown => {
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number') return numbers.shown(value, path);
    if (typeof value !== 'string' || value === '' || isContent(value)) return undefined;
    shown.push(value);
    return identifyingText(value, isId);
  };

  const add = (name: string, value: unknown): void => {
    if (members.length < mostMembers) members.push([name, value]);
    else cut = true;
  };

  const nested = (value: unknown, name: string, path: Path, room: { left: number }): void => {
    if (path.length > deepestNested || room.left === 0) return;
    if (Array.isArray(value)) {
      nested(value[0], `${name}[0]`, [...path, 0], room);
      return;
    }
    for (const [key, inner] of firstMembers(value)) {
      if (isSecretMember(key, inner)) continue;
      const here = [...path, key];
      const sense = nameSense(key, false);
      const scalar = sense.identifies ? identify(inner, sense.isId, here) : undefined;
      if (scalar !== undefined && room.left > 0) {
        room.left -= 1;
        add(`${name}.${key}`, scalar);
      } else if (typeof inner === 'object') nested(inner, `${name}.${key}`, here, room);
    }
  };

  const summarizeMember = (key: string, value: unknown): void => {
    const isDeclared = declared.has(key);
    const sense = nameSense(key, isDeclared);
    if (!isDeclared && !sense.identifies) {
      others += 1;
      return;
    }
    if (isSecretMember(key, value)) {
      add(key, REDACTED);
      return;
    }
    const scalar =
      sense.identifies || typeof value !== 'string'
        ? identify(value, sense.isId, [key])
        : undefined;
    if (scalar !== undefined) add(key, scalar);
    else if (typeof value === 'string') add(`${key}_length`, value.length);
    else if (Array.isArray(value)) {
      add(`${key}_count`, value.length);
      if (sense.identifies) addElements(key, value, sense.isId);
      nested(value, key, [key], { left: mostNested });
    } else if (isRecord(value)) {
      add(`${key}_count`, Object.keys(value).length);
      nested(value, key, [key], { left: mostNested });
    }
  };

  const addElements = (key: string, list: readonly unknown[], isId: boolean): void => {
    const texts = list.slice(0, shownElements).filter((item) => typeof item === 'string');
    const first = texts
      .map((text, at) => identify(text, isId, [key, at]))
      .filter((text) => text !== undefined);
    if (first.length > 0) add(key, cutCharacters(first.join(', '), limits.summaryTitle));
  };

  if (isRecord(args)) {
    const all = firstMembers(args);
    for (const [key, value] of all) summarizeMember(key, value);
    cut ||= all.length === widest;
  } else if (args !== undefined && args !== null) {
    members.push(['arguments', Array.isArray(args) ? 'a list' : `a ${typeof args}`]);
  }
  if (others > 0) members.push(['other_arguments', others]);
  if (cut) members.push(['cut', true]);
  return { summary: Object.fromEntries(members), shown };
}

/** Text of several lines is content, whatever its name says. */
function isContent(text: string): boolean {
  return text.slice(0, window).trim().includes('\n');
}

/** Redacted before it is cut, so that half a secret cannot stand at the end. */
function identifyingText(text: string, isId: boolean): string {
  const part = text.length > window ? upToSpace(text.slice(0, window)) : text;
  return cutCharacters(redactText(wellFormed(part), undefined, !isId), limits.summaryTitle);
}

function firstMembers(value: unknown): readonly (readonly [string, unknown])[] {
  if (!isRecord(value)) return [];
  return Object.keys(value)
    .slice(0, widest)
    .map((key) => [key, value[key]]);
}
