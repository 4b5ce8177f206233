import { afterEach, expect, test, vi } from 'vitest';
import type { Report } from '../../../shared/report.ts';
import { reportDocument } from '../../../shared/report-document.ts';
import { fileFormat, reportFileName } from './format.ts';
import { reportHtml } from './html.ts';
import { reportMarkdown } from './markdown.ts';

afterEach(() => void vi.unstubAllEnvs());

const monday = Date.parse('2026-03-22T23:00Z');
const none = { succeeded: 0, failed: 0, refused: 0, unknown: 0 };
const empty: Report = {
  since_ms: monday,
  until_ms: monday + 167 * 3_600_000,
  writes: 0,
  outcomes: none,
  before: { since_ms: monday - 7 * 24 * 3_600_000, until_ms: monday, writes: 0, whole: true },
  days: [],
  clients: [],
  tools: [],
  places: [],
  runs: [],
  runs_total: 0,
  causes: [],
  bursts: [],
  firsts: [],
  documents: [],
  documents_total: 0,
};
const hostile = '<script>alert(1)</script> [x](http://evil.example) | `a` \u202e\nwww.evil.example';
const busy: Report = {
  ...empty,
  writes: 1234,
  outcomes: { ...none, succeeded: 1200, failed: 34 },
  before: { since_ms: monday - 7 * 24 * 3_600_000, until_ms: monday, writes: 1000, whole: true },
  places: [
    {
      client: 'mcp:x',
      label: hostile,
      server: 'inkwatch',
      namespace: null,
      writes: 1234,
      failures: 34,
    },
  ],
  documents: [
    {
      chunk_id: 'd1-00',
      title: hostile,
      namespace: 'work',
      changes: 3,
      clients: 1,
      last_ms: monday,
    },
  ],
  documents_total: 7,
};

test('a report says its totals, what they were before, and where a list was cut', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const text = reportMarkdown(reportDocument(busy, fileFormat));
  expect(text).toContain('2026-03-23 – 2026-03-29');
  expect(text).toContain('1,234 writes: Succeeded 1,200, Failed 34.');
  expect(text).toContain('1,000 from 2026-03-16 to 2026-03-22, +23 %.');
  expect(text).toContain('The first 1 of 7.');
  expect(text).toContain('Every write succeeded.');
});

test('an empty week says so, and has no empty tables', () => {
  const document = reportDocument(empty, fileFormat);
  expect(document.tables).toEqual([]);
  expect(reportMarkdown(document)).toContain('Nothing was written in this time.');
  expect(reportHtml(document)).toContain('Nothing was written in this time.');
});

test('g07: what an LLM wrote is neither HTML, nor a link, nor a cell of its own', () => {
  const document = reportDocument(busy, fileFormat);
  const html = reportHtml(document);
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<a ');
  expect(html).not.toContain('\u202e');
  const line = reportMarkdown(document)
    .split('\n')
    .find((candidate) => candidate.includes('script'));
  expect(line).toContain('\\<script\\>alert\\(1\\)');
  expect(line).toContain('\\[x\\]\\(http\\:\\/\\/evil\\.example\\) \\| \\`a\\`');
  expect(line).not.toMatch(/(?<!\\)[<>`[\]]/);
  // Five cells, as the header has, whatever stands in them.
  expect(line?.match(/(?<!\\)\|/g)).toHaveLength(6);
});

test('the name of the file says which days are in it', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(reportFileName(empty.since_ms, empty.until_ms, 'pdf')).toBe(
    'inkwatch-report-2026-03-23-to-2026-03-29.pdf',
  );
});
