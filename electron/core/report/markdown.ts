import type { ReportDocument, ReportTable } from '../../../shared/report-document.ts';

/** CommonMark takes a backslash before any ASCII punctuation: nothing an LLM wrote is markup, HTML or a link. */
const escaped = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

function tableText({ title, columns, numbers, rows, none, more }: ReportTable): string {
  const lines = [`## ${title}`, ''];
  if (rows.length === 0) return [...lines, none].join('\n');
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  lines.push(row(columns), row(columns.map((_, at) => (numbers.includes(at) ? '---:' : '---'))));
  for (const cells of rows) {
    // Our own numbers keep their commas.
    lines.push(row(cells.map((cell, at) => (numbers.includes(at) ? cell : escaped(cell)))));
  }
  if (more !== null) lines.push('', more);
  return lines.join('\n');
}

/** A report as Markdown (CommonMark with the tables of GitHub's). */
export function reportMarkdown(document: ReportDocument): string {
  const head = [`# ${document.title}`, document.range, ...document.summary].join('\n\n');
  return `${[head, ...document.tables.map(tableText)].join('\n\n')}\n`;
}
