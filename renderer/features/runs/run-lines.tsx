import { ChevronRight, ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WriteRow } from '../../../shared/answers.ts';
import { shownOutcomeOf } from '../../../shared/outcome.ts';
import type { RunRow } from '../../../shared/runs.ts';
import { visibleLine } from '../../../shared/text.ts';
import { useZone } from '../../data/queries.ts';
import { count, duration, offset, took, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { runsText as text } from '../../text/runs-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { ClientBadge } from '../../ui/client-badge.tsx';
import { OutcomeIcon, OutcomeMark } from '../../ui/outcome-mark.tsx';
import { WhatCell } from '../writes/what-cell.tsx';
import { clientsOf, reasonOf, toolsOf } from './run-words.ts';

interface RunLineProps {
  readonly run: RunRow;
  readonly onShow: () => void;
}

/** The cells of a run. */
export function RunLine({ run, onShow }: RunLineProps) {
  const zone = useZone();
  const now = useMinute();
  const reason = reasonOf(run);
  const tools = toolsOf(run);
  const moment = run.writes === 1;
  return (
    <>
      <Cell className="run-title-cell">
        <ChevronRight className="run-chevron" aria-hidden />
        <span className="run-words">
          <span className="cut run-title" title={reason ?? tools}>
            {reason ?? tools}
          </span>
          <span className="cut run-tools" title={tools}>
            {reason === null ? text.noReason : tools}
          </span>
        </span>
      </Cell>
      <Cell>
        <Clients run={run} />
      </Cell>
      <Cell className="run-quiet">{whenInWords(run.started_ms, zone, now)}</Cell>
      <Cell className="run-quiet run-number run-length">
        {moment ? text.oneMoment : duration(run.ended_ms - run.started_ms)}
      </Cell>
      <Cell className="run-number">
        {run.matching < run.writes
          ? text.matching(count(run.matching), count(run.writes))
          : count(run.writes)}
      </Cell>
      <Cell>
        <Outcomes run={run} />
      </Cell>
      <Cell className="run-action">
        <IconButton
          tabIndex={-1}
          label={text.inWrites}
          title={text.inWrites}
          icon={<ListFilter aria-hidden />}
          onClick={(event) => {
            event.stopPropagation();
            onShow();
          }}
        />
      </Cell>
    </>
  );
}

function Cell({ className, children }: { className?: string; readonly children: ReactNode }) {
  return (
    <div role="gridcell" className={`cell ${className ?? ''}`}>
      {children}
    </div>
  );
}

function Clients({ run }: { readonly run: RunRow }) {
  const [first] = run.clients;
  const names = clientsOf(run);
  const [name = ''] = names;
  if (first === undefined) return null;
  return (
    <span className="client-cell" title={names.join(', ')}>
      <ClientBadge clientInfo={first.client_info} name={name} />
      <span className="cut">{name}</span>
      {names.length < 2 ? null : (
        <span className="repeat" title={text.moreClientsHint(names.join(', '))}>
          {text.moreClients(count(names.length - 1))}
        </span>
      )}
    </span>
  );
}

/** Nothing but successes stays quiet; everything else is said by icon and word. */
function Outcomes({ run }: { readonly run: RunRow }) {
  const { refused, unknown } = run;
  const failed = run.failures - refused - unknown;
  const parts = [
    { outcome: 'failed', n: failed },
    { outcome: 'refused', n: refused },
    { outcome: 'unknown', n: unknown },
  ] as const;
  const shown = parts.filter(({ n }) => n > 0);
  if (shown.length === 0) {
    return (
      <span className="outcome outcome-succeeded">
        <OutcomeIcon outcome="succeeded" />
        <span>{run.writes === 1 ? text.oneSucceeded : text.allSucceeded}</span>
      </span>
    );
  }
  return (
    <span className="run-outcomes">
      {shown.map(({ outcome, n }) => (
        <span key={outcome} className={`outcome outcome-${outcome}`}>
          <OutcomeIcon outcome={outcome} />
          <span>{text.failures[outcome](count(n))}</span>
        </span>
      ))}
    </span>
  );
}

interface WriteLineProps {
  readonly run: RunRow;
  readonly row: WriteRow;
}

/** The cells of a write in its run, with how far into it it was made. */
export function WriteLine({ run, row }: WriteLineProps) {
  return (
    <>
      <Cell className="run-offset">{offset(row.timestamp_ms - run.started_ms)}</Cell>
      <Cell className="mono run-tool">
        <span className="cut" title={visibleLine(row.tool_name)}>
          {visibleLine(row.tool_name)}
        </span>
      </Cell>
      <Cell>
        <WhatCell row={row} />
      </Cell>
      <Cell className="run-why">
        <span className="cut" title={visibleLine(row.reason ?? '')}>
          {visibleLine(row.reason ?? '')}
        </span>
      </Cell>
      <Cell>
        <OutcomeMark outcome={shownOutcomeOf(row)} />
      </Cell>
      <Cell className="run-quiet run-number">{took(row.elapsed_ms)}</Cell>
    </>
  );
}
