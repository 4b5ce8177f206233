import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callKind } from './write-or-read.ts';

const kindOf = (name: string, annotations: unknown) => {
  const { kind, basis } = callKind({ name, annotations, mark: null });
  return `${kind} ${basis}`;
};

describe('case d09-which-calls-count-as-writes', () => {
  it('a tool that nobody described is a write', () => {
    for (const annotations of [
      null,
      undefined,
      {},
      [],
      'readOnlyHint',
      { title: 'Read' },
      { idempotentHint: true },
    ]) {
      expect(kindOf('read_file', annotations)).toBe('write unstated');
    }
  });

  it('is a read only where the upstream says true, and not something like it', () => {
    expect(kindOf('read_file', { readOnlyHint: true })).toBe('read claimed');
    expect(kindOf('read_file', { readOnlyHint: true, destructiveHint: false })).toBe(
      'read claimed',
    );
    expect(kindOf('read_file', { readOnlyHint: false })).toBe('write stated');
    for (const odd of ['true', 1, null, {}]) {
      expect(kindOf('read_file', { readOnlyHint: odd })).toBe('write contradicted');
    }
  });

  it('is a write where another hint contradicts', () => {
    for (const destructiveHint of [true, 'false', 1, null]) {
      expect(kindOf('look', { readOnlyHint: true, destructiveHint })).toBe('write contradicted');
    }
  });

  it('is a write where its name contradicts', () => {
    for (const name of [
      'delete_file',
      'deleteFile',
      'DeleteFile',
      'github.create-issue',
      'notes/write',
      'browser_click',
      'get_or_create_user',
      'findAndReplace',
      'call_any_tool',
      'run_query',
      'files_WRITE_all',
      'HTTPPost',
    ]) {
      expect(kindOf(name, { readOnlyHint: true })).toBe('write contradicted');
    }
  });

  it('a name that reads something written is no contradiction', () => {
    for (const name of [
      'get_commit',
      'list_updates',
      'search_posts',
      'read_write_log',
      'listDeleted',
      'echo',
      '',
      'settings',
      'describe_run',
    ]) {
      expect(kindOf(name, { readOnlyHint: true })).toBe('read claimed');
    }
  });

  it('is what the person marked it, whatever the upstream says', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.anything(),
        fc.constantFrom('read' as const, 'write' as const),
        (name, annotations, mark) => {
          expect(callKind({ name, annotations, mark })).toMatchObject({
            kind: mark,
            basis: 'marked',
          });
        },
      ),
    );
  });

  it('no hints of any kind make a read but the claim itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.anything(), (name, annotations) => {
        const { kind } = callKind({ name, annotations, mark: null });
        const claim = (annotations as { readOnlyHint?: unknown } | null)?.readOnlyHint === true;
        if (!claim) expect(kind).toBe('write');
      }),
    );
  });
});
