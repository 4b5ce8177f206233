import { createColumnHelper, tableFeatures } from '@tanstack/react-table';
import type { WriteRow } from '../../../shared/answers.ts';
import { clientDisplayName } from '../../../shared/client-names.ts';
import type { ColumnId } from '../../../shared/columns.ts';
import { shownOutcomeOf } from '../../../shared/outcome.ts';
import { summaryText } from '../../../shared/summary-words.ts';
import { visibleLine } from '../../../shared/text.ts';
import { clock, isoTime, longTime, relativeTime, took } from '../../lib/format.ts';
import type { Zone } from '../../lib/zone.ts';
import { writesText as text } from '../../text/writes-text.ts';
import { ClientBadge } from '../../ui/client-badge.tsx';
import { OutcomeIcon } from '../../ui/outcome-mark.tsx';
import { WhatCell } from './what-cell.tsx';

export const features = tableFeatures({});
const helper = createColumnHelper<typeof features, WriteRow>();

/**
 * Columns in this order. Cells are plain text made visible: nothing an LLM wrote is markup. A cell holds as few
 * elements as can be: scrolling fills hundreds of them in a frame.
 */
export function writeColumns(zone: Zone, order: readonly ColumnId[]) {
  const all = {
    time: helper.display({
      id: 'time',
      header: text.columns.time,
      cell: ({ row }) => <TimeCell at={row.original.timestamp_ms} zone={zone} />,
    }),
    client: helper.display({
      id: 'client',
      header: text.columns.client,
      cell: ({ row }) => <ClientCell row={row.original} />,
    }),
    tool: helper.display({
      id: 'tool',
      header: text.columns.tool,
      cell: ({ row }) => visibleLine(row.original.tool_name),
    }),
    what: helper.display({
      id: 'what',
      header: text.columns.what,
      cell: ({ row }) => <WhatCell row={row.original} />,
    }),
    why: helper.display({
      id: 'why',
      header: text.columns.why,
      cell: ({ row }) => visibleLine(row.original.reason ?? ''),
    }),
    outcome: helper.display({
      id: 'outcome',
      header: text.columns.outcome,
      cell: ({ row }) => <OutcomeCell row={row.original} />,
    }),
    took: helper.display({
      id: 'took',
      header: text.columns.took,
      cell: ({ row }) => took(row.original.elapsed_ms),
    }),
    server: helper.display({
      id: 'server',
      header: text.columns.server,
      cell: ({ row }) => visibleLine(row.original.server_name),
    }),
    namespace: helper.display({
      id: 'namespace',
      header: text.columns.namespace,
      cell: ({ row }) => visibleLine(row.original.namespace ?? ''),
    }),
    model: helper.display({
      id: 'model',
      header: text.columns.model,
      cell: ({ row }) => visibleLine(row.original.model ?? ''),
    }),
    run: helper.display({
      id: 'run',
      header: text.columns.run,
      cell: ({ row }) => visibleLine(row.original.session_id ?? ''),
    }),
  } satisfies Record<ColumnId, unknown>;
  return helper.columns(order.map((id) => all[id]));
}

/** How a cell of that column looks for this write. */
export function cellClass(row: WriteRow, column: ColumnId): string {
  switch (column) {
    case 'tool':
    case 'run':
      return `cell cell-${column} mono`;
    case 'outcome':
      return `cell cell-outcome outcome outcome-${shownOutcomeOf(row)}`;
    default:
      return `cell cell-${column}`;
  }
}

/** What the pointer is told over a cell: its text where that may be cut off, or what its word means. */
export function cellTitle(row: WriteRow, column: ColumnId): string | undefined {
  switch (column) {
    case 'outcome':
      return text.outcomeHints[shownOutcomeOf(row)];
    case 'time':
    case 'took':
      return undefined;
    case 'client':
    case 'tool':
    case 'what':
    case 'why':
    case 'server':
    case 'namespace':
    case 'model':
    case 'run':
      return visibleLine(cellText(row, column, 'utc')) || undefined;
  }
}

/** The text of one cell, complete, for the clipboard. */
export function cellText(row: WriteRow, column: ColumnId, zone: Zone): string {
  switch (column) {
    case 'time':
      return isoTime(row.timestamp_ms, zone);
    case 'client':
      return clientDisplayName(row.client_info, row.client_name);
    case 'tool':
      return row.tool_name;
    case 'what':
      return summaryText(row);
    case 'why':
      return row.reason ?? '';
    case 'outcome':
      return text.outcomes[shownOutcomeOf(row)];
    case 'took':
      return took(row.elapsed_ms);
    case 'server':
      return row.server_name;
    case 'namespace':
      return row.namespace ?? '';
    case 'model':
      return row.model ?? '';
    case 'run':
      return row.session_id ?? '';
  }
}

function TimeCell({ at, zone }: { readonly at: number; readonly zone: Zone }) {
  return (
    <time
      dateTime={isoTime(at, 'utc')}
      // Told when asked: "3 minutes ago" would be wrong by the time it is read.
      onPointerEnter={(event) => {
        const lines = [relativeTime(at, Date.now()), longTime(at, 'local'), longTime(at, 'utc')];
        event.currentTarget.title = lines.join('\n');
      }}
    >
      {clock(at, zone)}
    </time>
  );
}

function OutcomeCell({ row }: { readonly row: WriteRow }) {
  const outcome = shownOutcomeOf(row);
  return (
    <>
      <OutcomeIcon outcome={outcome} />
      {text.outcomes[outcome]}
    </>
  );
}

function ClientCell({ row }: { readonly row: WriteRow }) {
  const name = clientDisplayName(row.client_info, row.client_name);
  return (
    <>
      <ClientBadge clientInfo={row.client_info} name={name} />
      {name}
    </>
  );
}
