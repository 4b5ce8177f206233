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
import { OutcomeMark } from '../../ui/outcome-mark.tsx';
import { WhatCell } from './what-cell.tsx';

export const features = tableFeatures({});
const helper = createColumnHelper<typeof features, WriteRow>();

/** Columns in this order. Cells are plain text made visible: nothing an LLM wrote is markup. */
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
      cell: ({ row }) => <CutText value={row.original.tool_name} mono />,
    }),
    what: helper.display({
      id: 'what',
      header: text.columns.what,
      cell: ({ row }) => <WhatCell row={row.original} />,
    }),
    why: helper.display({
      id: 'why',
      header: text.columns.why,
      cell: ({ row }) => <CutText value={row.original.reason ?? ''} />,
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
      cell: ({ row }) => <CutText value={row.original.server_name} />,
    }),
    namespace: helper.display({
      id: 'namespace',
      header: text.columns.namespace,
      cell: ({ row }) => <CutText value={row.original.namespace ?? ''} />,
    }),
    model: helper.display({
      id: 'model',
      header: text.columns.model,
      cell: ({ row }) => <CutText value={row.original.model ?? ''} />,
    }),
    run: helper.display({
      id: 'run',
      header: text.columns.run,
      cell: ({ row }) => <CutText value={row.original.session_id ?? ''} mono />,
    }),
  } satisfies Record<ColumnId, unknown>;
  return helper.columns(order.map((id) => all[id]));
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
    <span title={text.outcomeHints[outcome]}>
      <OutcomeMark outcome={outcome} />
    </span>
  );
}

function ClientCell({ row }: { readonly row: WriteRow }) {
  const name = clientDisplayName(row.client_info, row.client_name);
  return (
    <span className="client-cell" title={name}>
      <ClientBadge clientInfo={row.client_info} name={name} />
      <span className="cut">{name}</span>
    </span>
  );
}

function CutText({ value, mono = false }: { readonly value: string; readonly mono?: boolean }) {
  if (value === '') return null;
  const line = visibleLine(value);
  return (
    <span className={mono ? 'cut mono' : 'cut'} title={line}>
      {line}
    </span>
  );
}
