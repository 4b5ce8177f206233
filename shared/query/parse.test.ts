import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse.ts';

const read = (text: string, client: readonly { value: string; label: string }[] = []) =>
  parseQuery(text, { now: 0, known: { client: client.map((one) => ({ ...one, count: 1 })) } });
const hints = (text: string): readonly string[] => read(text).errors.map(({ hint }) => hint);
const clients = (...args: Parameters<typeof read>) => read(...args).filter.client.only;

describe('parseQuery', () => {
  it('keeps to the limits of the filter, says so, and keeps the rest', () => {
    const many = read(Array.from({ length: 201 }, (_, index) => `tool:${index}`).join(' '));
    expect(many.filter.tool.only).toHaveLength(200);
    expect(many.errors.map(({ message }) => message)).toEqual(['tool: takes at most 200 values.']);

    const long = read(`ns:${'x'.repeat(257)} ns:${'x'.repeat(256)}`);
    expect(long.filter.namespace.only).toHaveLength(1);
    expect(long.errors[0]).toMatchObject({ start: 0, end: 260 });

    const text = read(`is:failed ${'x'.repeat(4999)} 🦊`);
    expect(text.filter.text).toBe(`${'x'.repeat(4999)} `);
    expect(text.errors[0]).toMatchObject({ start: 10, end: 5012 });
  });

  it('says what was probably meant', () => {
    expect(hints('tol:x')[0]).toContain('Did you mean tool: ?');
    expect(hints('sever:x')[0]).toContain('Did you mean server: ?');
    expect(hints('colour:x')[0]).toContain(
      'The keys are client, connection, tool, server, ns, namespace,',
    );
    expect(hints('is:faild')).toEqual(['Did you mean is:failed ?']);
    expect(hints('time:this_week')).toEqual(['Did you mean time:this-week ?']);
    expect(hints('since:yesterday')).toEqual(['Write time:yesterday.']);
    expect(hints('since:1774220400')).toEqual(['Write 1774220400000.']);
    expect(hints('-"a b"')[0]).toContain('write "-a b".');
  });

  it('shows the hostile text of a mistake as such, and cuts it', () => {
    const [error] = read(`is:"\u202e${'x'.repeat(200)}"`).errors;
    expect(error?.message).toMatch(/^“\\u\{202e\}x+…” is no outcome, effect or mark\.$/);
    expect(error?.message.length).toBeLessThan(80);
  });

  it('looks a client up among the built-in names and those of the ledger', () => {
    const ledger = [
      { value: 'mcp:zed-nightly', label: 'Zed: Nightly' },
      { value: 'mcp:claude', label: 'claude' },
      { value: 'mcp', label: '会议记录' },
    ];
    expect(clients('client:"zed: nightly"', ledger)).toEqual(['mcp:zed-nightly']);
    expect(clients('client:zed-nightly', ledger)).toEqual(['mcp:zed-nightly']);
    expect(clients('client:zed-nightly')).toEqual(['zed-nightly']);
    expect(clients('client:"claude-ai (via mcp-remote 0.1.37)"')).toEqual(['claude-desktop']);
    expect(clients('client:claude', ledger)).toEqual([
      'claude-desktop',
      'claude-code',
      'mcp:claude',
    ]);
    expect(clients('client:会议记录', ledger)).toEqual(['mcp']);
    expect(clients('client:"unknown client"')).toEqual(['mcp']);
    // Another name without a Latin letter makes the same `mcp`, and is not the same client.
    expect(clients('client:日本', ledger)).toEqual(['日本']);
  });

  it('reads a long text in time that grows with its length', () => {
    const long = '-"" tool:"x" client: a:b “ " '.repeat(20_000);
    const started = Date.now();
    read(long);
    expect(Date.now() - started).toBeLessThan(5000);
  });
});
