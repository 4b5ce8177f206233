import { createHash } from 'node:crypto';
import { EMBEDDED_SERVER } from '../../../shared/ledger.ts';

/** A tool or prompt by the upstream it belongs to and the name that the upstream gave it. */
export interface UpstreamItem {
  readonly server: string;
  readonly name: string;
}

/**
 * Between server and name. None of our own tools has it in its name, so no upstream can take the place of
 * one (case h03-name-collisions).
 */
const between = '__';
/** Several model APIs refuse the whole list for one longer name (case a11-tool-names). */
const longest = 64;
const legal = /^[A-Za-z0-9_-]+$/;

const hashLength = 12;
/** What a shortened or rewritten name ends in; a plain name that ends so is rewritten as well. */
const hashed = /_[a-v0-9]{12}$/;
const longestServer = 24;

/**
 * The name of an upstream's tool or prompt among those of all servers: `<server>__<name>` where that can
 * be read back in one way only, else a legal likeness of it with a hash of both. It depends on nothing but
 * the two: not on the other servers, nor on the order in which they connect.
 */
export function exposedName(item: UpstreamItem): string {
  const plain = `${item.server}${between}${item.name}`;
  if (isPlain(plain, item)) return plain;
  const server = slug(item.server).slice(0, longestServer) || 'server';
  const room = longest - server.length - between.length - hashLength - 1;
  const name = slug(item.name).slice(0, room) || 'unnamed';
  return `${server}${between}${name}_${hashOf(item)}`;
}

/** The item that a plain name stands for, whether or not there is such a server; null: it is no plain one. */
export function plainItem(exposed: string): UpstreamItem | null {
  const at = exposed.indexOf(between);
  if (at < 1) return null;
  const item = { server: exposed.slice(0, at), name: exposed.slice(at + between.length) };
  return isPlain(exposed, item) ? item : null;
}

/** False for the names that only we may have: rows and addresses of a server so called could not be told apart. */
export function isFreeServerName(name: string): boolean {
  return name.toLowerCase() !== EMBEDDED_SERVER;
}

function isPlain(plain: string, { server, name }: UpstreamItem): boolean {
  return (
    plain.length <= longest &&
    legal.test(server) &&
    legal.test(name) &&
    // Cut at the first separator it must give the same two: "a_" + "b" and "a" + "_b" are one text.
    plain.indexOf(between) === server.length &&
    !hashed.test(plain)
  );
}

/** Legal characters only, and no separator in it. */
function slug(text: string): string {
  return text
    .slice(0, 4 * longest)
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** 60 bits, so that nobody finds a second name with the hash of a given one. */
function hashOf({ server, name }: UpstreamItem): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([server, name]))
    .digest();
  return digest.readBigUInt64BE().toString(32).padStart(13, '0').slice(-hashLength);
}
