import { describe, expect, it } from 'vitest';
import { clientText, ledgerText, paramKeys } from './issues.ts';
import { noteTool } from './memory/note.ts';
import { storeTool } from './memory/store.ts';
import type { WriteTool } from './tool.ts';
import { tagTool } from './tree/tag.ts';

const issues = (tool: WriteTool, args: Readonly<Record<string, unknown>>) => {
  const prepared = tool.prepare(args);
  if (prepared.kind !== 'refused') throw new Error('these arguments pass');
  return prepared.issues;
};

describe('what is wrong with arguments', () => {
  it.each<[WriteTool, Readonly<Record<string, unknown>>, string]>([
    [storeTool, {}, 'title is required; content is required'],
    [storeTool, { title: ' ', content: 'x' }, 'title must not be empty'],
    [storeTool, { title: '', content: 'x' }, 'title must not be empty'],
    [storeTool, { title: 7, content: 'x' }, 'title must be text, not a number'],
    [storeTool, { title: null, content: 'x' }, 'title must be text, not null'],
    [storeTool, { title: 't', content: 'x', tags: '["a"]' }, 'tags must be a list, not text'],
    [storeTool, { title: 't', content: 'x', tags: ['a', 1] }, 'tags[1] must be text, not a number'],
    [storeTool, { title: 't', content: 'x', foo: 1 }, 'unknown argument `foo`'],
    [
      storeTool,
      { title: 't', content: 'x', tags: ['ä'.repeat(65)] },
      'tags[0] must have at most 128 bytes',
    ],
    [
      storeTool,
      { title: 't', content: 'x', tags: Array.from({ length: 51 }, () => 'a') },
      'tags must have at most 50 entries',
    ],
    [tagTool, { chunk_id: 'c', tags: [] }, 'tags must not be empty'],
    [noteTool, { chunk_id: 'c', note_text: '\n' }, 'note_text must not be empty'],
  ])('%# names the field and the fault', (tool, args, text) => {
    expect(clientText(issues(tool, args))).toBe(text);
  });

  it('sees an own member called __proto__ and changes no prototype (case a04)', () => {
    const args = JSON.parse('{"title":"t","content":"c","__proto__":{"polluted":true}}');
    expect(clientText(issues(storeTool, args))).toBe('unknown argument `__proto__`');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('keeps names that are no identifiers out of the ledger (case d02)', () => {
    const args = { title: 't', content: 'c', 'SENTINEL-as-key': 1, plain: 2 };
    const found = issues(storeTool, args);
    expect(ledgerText(found)).toBe('unknown argument `[redacted]`; unknown argument `plain`');
    expect(clientText(found)).toContain('SENTINEL-as-key');
    expect(paramKeys(args)).toEqual(['[redacted]', 'content', 'plain', 'title']);
  });
});

describe('the summary of a write', () => {
  it('identifies a store without its content', () => {
    const prepared = storeTool.prepare({
      title: `  ${'é'.repeat(200)} `,
      content: 'secret',
      namespace: 'notes',
      tags: ['a', 'b'],
    });
    expect(prepared.summary).toEqual({ title: 'é'.repeat(128), namespace: 'notes', tag_count: 2 });
  });

  it('says the default namespace where none was given', () => {
    expect(storeTool.prepare({ title: 't', content: 'c' }).summary).toEqual({
      title: 't',
      namespace: 'mcp',
      tag_count: 0,
    });
  });

  it('gives the length of a note and the tags of a tagging', () => {
    const note = noteTool.prepare({ chunk_id: 'c1', note_text: 'four' });
    expect(note.summary).toEqual({ chunk_id: 'c1', note_text_length: 4 });
    const tagged = tagTool.prepare({ chunk_id: 'c1', tags: ['x', 'y'] });
    expect(tagged.summary).toEqual({ chunk_id: 'c1', tags: ['x', 'y'] });
  });

  it('never throws, whatever the arguments are', () => {
    const odd = [{ title: {} }, { tags: { length: 3 } }, { tags: [null, {}] }, { namespace: [] }];
    for (const args of odd) {
      for (const tool of [storeTool, noteTool, tagTool]) {
        expect(tool.prepare(args).kind).toBe('refused');
      }
    }
  });

  it('replaces lone surrogates, which are no valid UTF-8 (case a15)', () => {
    const prepared = storeTool.prepare({ title: 'a\ud800b', content: 'c' });
    expect(prepared.summary).toMatchObject({ title: 'a\ufffdb' });
  });
});
