import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advertisedName, readTools, writeTools } from '../../../shared/tools.ts';
import { exposedName, isFreeServerName, plainItem, type UpstreamItem } from './exposed-name.ts';
import { exposeAll } from './exposed-set.ts';

const fitsAllClients = /^[A-Za-z0-9_-]{1,64}$/;

/** Names that are close to each other, so that a collision is found if there is one. */
const letters = fc.constantFrom('a', 'b', '_', '-', '0');
const serverName = fc.oneof(
  fc.string({ unit: letters, minLength: 1, maxLength: 6 }),
  fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
);
const itemName = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '_', '-', '.', '/', 'é'), maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const anyItem = fc.record({ server: serverName, name: itemName });

const key = ({ server, name }: UpstreamItem): string => JSON.stringify([server, name]);

const toolNames: readonly string[] = [
  'memory.store',
  'tree.tag',
  'a b',
  'a/b',
  'ns:tool',
  'über_tool',
  '',
  'get_service_catalog_item_variable_definitions_by_system_identifier_one',
  'get_service_catalog_item_variable_definitions_by_system_identifier_two',
  'x'.repeat(128),
  'memory_store',
  '-dash',
  '1digit',
];

const colliding: Readonly<Record<string, readonly string[]>> = {
  files: ['read-file', 'read_file', 'read.file'],
  'foo-bar': ['search'],
  foo_bar: ['search'],
  a_: ['b'],
  a: ['_b', 'b'],
  a__b: ['c'],
  memory: ['memory_store'],
};
const collidingItems = Object.entries(colliding).flatMap(([server, names]) =>
  names.map((name) => ({ server, name })),
);

describe('the name of an upstream’s tool among those of all servers', () => {
  it('is the server’s and the tool’s where that says which is which', () => {
    expect(exposedName({ server: 'files', name: 'read_file' })).toBe('files__read_file');
    expect(exposedName({ server: 'a', name: '_b' })).toBe('a___b');
    expect(exposedName({ server: 'files', name: 'read.file' })).toMatch(
      /^files__read_file_[a-v0-9]{12}$/,
    );
  });

  it('case a11-tool-names: fits all clients, whatever the upstream calls its tools', () => {
    const set = exposeAll(toolNames.map((name) => ({ server: 'names', name })));
    expect(set.heldBack).toEqual([]);
    expect(set.items.size).toBe(toolNames.length);
    for (const [exposed, item] of set.items) {
      expect(exposed).toMatch(fitsAllClients);
      expect(set.itemOf(exposed)).toEqual(item);
    }
    expect([...set.items.values()].map(({ name }) => name).sort()).toEqual([...toolNames].sort());
  });

  it('case h03-name-collisions: is unique, and the same in every connect order', () => {
    const set = exposeAll(collidingItems);
    expect(set.items.size).toBe(collidingItems.length);
    fc.assert(
      fc.property(fc.shuffledSubarray(collidingItems, { minLength: 1 }), (some) => {
        const shuffled = exposeAll(some);
        for (const item of some) {
          const exposed = exposedName(item);
          expect(shuffled.itemOf(exposed)).toEqual(item);
          expect(set.items.get(exposed)).toEqual(item);
        }
      }),
    );
  });

  it('case h03-name-collisions: never takes the place of a tool of our own', () => {
    const own = new Set(
      [...writeTools, ...readTools, 'tools_search', 'tools_call'].flatMap((tool) => [
        tool,
        advertisedName(tool, 'underscored'),
      ]),
    );
    for (const name of own) expect(name).not.toContain('__');
    fc.assert(
      fc.property(
        fc.oneof(anyItem, fc.record({ server: serverName, name: fc.constantFrom(...own) })),
        (item) => {
          const exposed = exposedName(item);
          expect(own.has(exposed)).toBe(false);
          expect(exposed).toContain('__');
        },
      ),
    );
    expect(['inkwatch', 'Inkwatch', 'files'].map(isFreeServerName)).toEqual([false, false, true]);
  });

  it('is legal, one for each and the way back to it, for any set in any order', () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(anyItem, { selector: key, maxLength: 40 })
          .chain((items) =>
            fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
          ),
        ([items, shuffled]) => {
          const set = exposeAll(items);
          expect(set.heldBack).toEqual([]);
          expect(set.items.size).toBe(items.length);
          for (const item of items) {
            const exposed = exposedName(item);
            expect(exposed).toMatch(fitsAllClients);
            expect(set.itemOf(exposed)).toEqual(item);
          }
          expect([...exposeAll(shuffled).items]).toEqual([...set.items]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('tells which server a plain name is for before that server is there', () => {
    const none = exposeAll([]);
    expect(none.itemOf('files__read_file')).toEqual({ server: 'files', name: 'read_file' });
    for (const name of [
      'memory_store',
      '__x',
      'files__',
      'files__read_file_0123456789ab',
      '',
      'a b__c',
    ]) {
      expect(none.itemOf(name)).toBeNull();
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const item = plainItem(text);
        if (item !== null) expect(exposedName(item)).toBe(text);
      }),
    );
  });

  it('is given to none of two that would share it, and says so', () => {
    const items = [
      { server: 'b', name: 'two' },
      { server: 'a', name: 'one' },
      { server: 'a', name: 'one' },
      { server: 'c', name: 'other' },
    ];
    const weak = ({ server }: UpstreamItem): string => (server === 'c' ? 'c__other' : 'same');
    for (const order of [items, items.toReversed()]) {
      const set = exposeAll(order, weak);
      expect([...set.items.keys()]).toEqual(['c__other']);
      expect(set.heldBack.map(({ server, name }) => [server, name])).toEqual([
        ['a', 'one'],
        ['b', 'two'],
      ]);
      expect(set.heldBack[0]?.why).toContain('“two” of b');
    }
  });
});
