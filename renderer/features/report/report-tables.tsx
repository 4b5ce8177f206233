import { emptyFilter } from '../../../shared/filter.ts';
import { shownOutcomeNames } from '../../../shared/outcome.ts';
import type { Report } from '../../../shared/report.ts';
import { causeNames, reportWords } from '../../../shared/report-document.ts';
import { visibleLine } from '../../../shared/text.ts';
import { burstClient } from '../../lib/burst-words.ts';
import { count, duration, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { reportText as text } from '../../text/report-text.ts';
import { Tag } from '../../ui/tag.tsx';
import { useMemory } from '../memory/memory-store.ts';
import { useShell } from '../shell/shell-store.ts';
import { useOpenWrite } from '../writes/use-open-write.ts';
import { ReportTable } from './report-table.tsx';
import { useShowWrites } from './use-show-writes.ts';

const { columns } = text;
const one = (value: string) => ({ only: [value], hide: [] });

interface LinkProps {
  readonly children: string;
  readonly mono?: boolean;
  readonly onOpen: () => void;
}

function Link({ children, mono = false, onOpen }: LinkProps) {
  return (
    <button
      type="button"
      className={mono ? 'link-button report-link mono' : 'link-button report-link'}
      title={text.open}
      onClick={onOpen}
    >
      {visibleLine(children)}
    </button>
  );
}

/** Lists of the report; each name leads to what is behind it. */
export function ReportTables({ report }: { readonly report: Report }) {
  return (
    <>
      <Places report={report} />
      <Runs report={report} />
      <Causes report={report} />
      <div className="report-pair">
        <Bursts report={report} />
        <Firsts report={report} />
      </div>
      <Documents report={report} />
    </>
  );
}

interface PartProps {
  readonly report: Report;
}

function Places({ report }: PartProps) {
  const show = useShowWrites(report);
  return (
    <ReportTable
      title={text.places.title}
      none=""
      columns={[
        { name: columns.client },
        { name: columns.server },
        { name: columns.namespace },
        { name: columns.writes, number: true },
        { name: columns.failures, number: true },
      ]}
      rows={report.places.map((place) => ({
        key: JSON.stringify([place.client, place.server, place.namespace]),
        cells: [
          <Link
            key="client"
            onOpen={() =>
              show({
                client: one(place.client),
                server: one(place.server),
                ...(place.namespace === null || place.namespace === ''
                  ? {}
                  : { namespace: one(place.namespace) }),
              })
            }
          >
            {place.label}
          </Link>,
          visibleLine(place.server),
          place.namespace === null ? (
            <span key="none" className="quiet">
              {text.noNamespace}
            </span>
          ) : (
            visibleLine(place.namespace)
          ),
          count(place.writes),
          count(place.failures),
        ],
      }))}
    />
  );
}

function Runs({ report }: PartProps) {
  const show = useShowWrites(report);
  const now = useMinute();
  return (
    <ReportTable
      title={text.runs.title}
      none={text.runs.none}
      more={
        report.runs.length < report.runs_total
          ? text.more(count(report.runs.length), count(report.runs_total))
          : null
      }
      columns={[
        { name: columns.client },
        { name: columns.run },
        { name: columns.from },
        { name: columns.lasted },
        { name: columns.writes, number: true },
        { name: columns.failures, number: true },
      ]}
      rows={report.runs.map((run) => ({
        key: run.session_id,
        cells: [
          visibleLine(run.client),
          <Link
            key="run"
            mono
            onOpen={() => show({ ...emptyFilter, run: run.session_id, time: { kind: 'all' } })}
          >
            {run.session_id}
          </Link>,
          whenInWords(run.first_ms, 'local', now),
          duration(Math.max(1000, run.last_ms - run.first_ms)),
          count(run.writes),
          count(run.failures),
        ],
      }))}
    />
  );
}

function Causes({ report }: PartProps) {
  const show = useShowWrites(report);
  return (
    <ReportTable
      title={text.causes.title}
      none={text.causes.none}
      columns={[
        { name: columns.cause },
        { name: columns.tool },
        { name: columns.newest },
        { name: columns.writes, number: true },
      ]}
      rows={report.causes.map((cause) => ({
        key: JSON.stringify([cause.outcome, cause.kind, cause.tool]),
        cells: [
          <Link
            key="cause"
            onOpen={() =>
              show({ tool: one(cause.tool), outcome: { only: [cause.outcome], hide: [] } })
            }
          >
            {cause.kind === null
              ? cause.outcome === 'unknown'
                ? reportWords.noAnswer
                : shownOutcomeNames[cause.outcome]
              : causeNames[cause.kind]}
          </Link>,
          <span key="tool" className="mono">
            {visibleLine(cause.tool)}
          </span>,
          <span key="message" className="quiet report-message">
            {visibleLine(cause.message ?? '')}
          </span>,
          count(cause.writes),
        ],
      }))}
    />
  );
}

function Bursts({ report }: PartProps) {
  const show = useShowWrites(report);
  const now = useMinute();
  return (
    <ReportTable
      title={text.bursts.title}
      none={text.bursts.none}
      columns={[
        { name: columns.client },
        { name: columns.from },
        { name: columns.writes, number: true },
        { name: columns.repeats, number: true },
      ]}
      rows={report.bursts.map((burst) => ({
        key: String(burst.id),
        cells: [
          <Link key="client" onOpen={() => show({ burst: burst.id, time: { kind: 'all' } })}>
            {burstClient(burst)}
          </Link>,
          whenInWords(burst.start_ms, 'local', now),
          count(burst.count),
          count(burst.repeats),
        ],
      }))}
    />
  );
}

function Firsts({ report }: PartProps) {
  const open = useOpenWrite();
  const now = useMinute();
  return (
    <ReportTable
      title={text.firsts.title}
      none={text.firsts.none}
      columns={[
        { name: columns.kind },
        { name: columns.name },
        { name: columns.first },
        { name: columns.writes, number: true },
      ]}
      rows={report.firsts.map((first) => ({
        key: `${first.kind} ${first.value}`,
        cells: [
          <Tag key="kind" tone="ink">
            {reportWords[first.kind]}
          </Tag>,
          <Link
            key="name"
            onOpen={() => {
              useShell.getState().setPage('writes');
              open(first.write_id);
            }}
          >
            {first.label}
          </Link>,
          whenInWords(first.first_ms, 'local', now),
          count(first.writes),
        ],
      }))}
    />
  );
}

function Documents({ report }: PartProps) {
  const now = useMinute();
  return (
    <ReportTable
      title={text.documents.title}
      none={text.documents.none}
      more={
        report.documents.length < report.documents_total
          ? text.more(count(report.documents.length), count(report.documents_total))
          : null
      }
      columns={[
        { name: columns.document },
        { name: columns.namespace },
        { name: columns.last },
        { name: columns.clients, number: true },
        { name: columns.changes, number: true },
      ]}
      rows={report.documents.map((document) => ({
        key: document.chunk_id,
        cells: [
          document.title === null ? (
            <span key="title" className="quiet">
              {visibleLine(document.chunk_id)}
            </span>
          ) : (
            <Link
              key="title"
              onOpen={() => {
                useMemory.getState().openChunk(document.chunk_id, 'versions');
                useShell.getState().setPage('memory');
              }}
            >
              {document.title}
            </Link>
          ),
          visibleLine(document.namespace ?? ''),
          whenInWords(document.last_ms, 'local', now),
          count(document.clients),
          count(document.changes),
        ],
      }))}
    />
  );
}
