import type { ReportDocument, ReportTable } from '../../../shared/report-document.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** No script, no network, no form: only this page's own style. */
export const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";

const style = `
  @page { margin: 18mm 16mm 20mm; }
  * { box-sizing: border-box; }
  body { margin: 0; color: #1d1b19; font: 10.5px/1.45 "Inter", system-ui, sans-serif; }
  h1 { margin: 0; font-size: 22px; line-height: 1.2; }
  .range { margin: 3px 0 12px; color: #69635c; font-size: 12px; }
  .summary { margin: 2px 0; font-size: 12px; }
  h2 { margin: 22px 0 6px; font-size: 13px; break-after: avoid; }
  table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  th { padding: 4px 10px 4px 0; border-bottom: 1px solid #8c867e; color: #69635c; font-weight: 600; text-align: left; }
  td { padding: 4px 10px 4px 0; border-bottom: 1px solid #e8e5df; vertical-align: top; overflow-wrap: anywhere; }
  .n { padding-right: 0; padding-left: 10px; text-align: right; white-space: nowrap; }
  .note { margin: 5px 0 0; color: #69635c; }
`;

function tableHtml({ title, columns, numbers, rows, none, more }: ReportTable): string {
  const head = `<h2>${escaped(title)}</h2>`;
  if (rows.length === 0) return `${head}<p class="note">${escaped(none)}</p>`;
  const kind = (at: number): string => (numbers.includes(at) ? ' class="n"' : '');
  const cells = (tag: 'th' | 'td', values: readonly string[]): string =>
    values
      .map((value, at) => {
        const scope = tag === 'th' ? ' scope="col"' : '';
        return `<${tag}${scope}${kind(at)}>${escaped(value)}</${tag}>`;
      })
      .join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  const foot = more === null ? '' : `<p class="note">${escaped(more)}</p>`;
  return `${head}<table><thead><tr>${cells('th', columns)}</tr></thead><tbody>${body}</tbody></table>${foot}`;
}

/** A report as one page of HTML, to be printed. All text in it is text. */
export function reportHtml(document: ReportDocument): string {
  const summary = document.summary.map((line) => `<p class="summary">${escaped(line)}</p>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${escaped(reportPolicy)}">
<title>${escaped(`${document.title}, ${document.range}`)}</title><style>${style}</style></head>
<body><h1>${escaped(document.title)}</h1><p class="range">${escaped(document.range)}</p>
${summary.join('\n')}
${document.tables.map(tableHtml).join('\n')}
</body></html>`;
}
