import { TriangleAlert, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { WriteDetail, WriteRow } from '../../../shared/answers.ts';
import { emptyFilter } from '../../../shared/filter.ts';
import { EMBEDDED_SERVER } from '../../../shared/ledger.ts';
import { shownOutcomeOf } from '../../../shared/outcome.ts';
import { summaryWords } from '../../../shared/summary-words.ts';
import { visibleLine } from '../../../shared/text.ts';
import { useDetail, useZone } from '../../data/queries.ts';
import { focusGrid } from '../../lib/focus.ts';
import { count, took, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { detailsText as text } from '../../text/details-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { writesText } from '../../text/writes-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { OutcomeMark } from '../../ui/outcome-mark.tsx';
import { useFilter } from '../filters/filter-store.ts';
import { MarksSection } from '../marks/marks-section.tsx';
import { Around } from './around.tsx';
import { DetailsActions } from './details-actions.tsx';
import { useDetails, widthLimits } from './details-store.ts';
import { Section } from './field-list.tsx';
import { Repeats } from './repeats.tsx';
import { ResultSection } from './result-section.tsx';
import { WhenSection } from './when-section.tsx';
import { WhoSection } from './who-section.tsx';
import './details.css';

interface DetailsPanelProps {
  readonly id: number;
  /** The row as the list has it, so that the panel is never blank. */
  readonly known: WriteRow | null;
  readonly onOpenRow: (row: WriteRow) => void;
  readonly onOpenWrite: (id: number) => void;
  readonly onClose: () => void;
}

export function DetailsPanel({ id, known, onOpenRow, onOpenWrite, onClose }: DetailsPanelProps) {
  const query = useDetail(id);
  const width = useDetails((state) => state.width);
  const detail = query.data ?? null;
  const row = detail?.row ?? (known?.id === id ? known : null);
  const close = () => {
    onClose();
    focusGrid();
  };
  return (
    <section
      className="details"
      aria-label={text.region}
      style={{ width }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        close();
      }}
    >
      <Resizer />
      <IconButton
        className="details-close"
        label={text.close}
        icon={<X aria-hidden />}
        onClick={close}
      />
      {query.isError ? (
        <EmptyState
          tone="failed"
          icon={<TriangleAlert />}
          title={text.failed.title}
          text={text.failed.text(query.error.message)}
        >
          <Button onClick={() => void query.refetch()}>{uiText.tryAgain}</Button>
        </EmptyState>
      ) : row === null ? (
        query.isPending ? (
          <p className="details-loading quiet">{text.loading}</p>
        ) : (
          <EmptyState icon={<TriangleAlert />} title={text.gone.title} text={text.gone.text} />
        )
      ) : (
        <>
          {/* A region that scrolls has to be reachable by keyboard. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
          <div className="details-scroll" tabIndex={0} key={id}>
            <Body row={row} detail={detail} onOpenRow={onOpenRow} onOpenWrite={onOpenWrite} />
          </div>
          <DetailsActions row={row} detail={detail} onOpenWrite={onOpenWrite} />
        </>
      )}
    </section>
  );
}

interface BodyProps {
  readonly row: WriteRow;
  readonly detail: WriteDetail | null;
  readonly onOpenRow: (row: WriteRow) => void;
  readonly onOpenWrite: (id: number) => void;
}

function Body({ row, detail, onOpenRow, onOpenWrite }: BodyProps) {
  const setFilter = useFilter((state) => state.setFilter);
  const zone = useZone();
  const now = useMinute();
  const version = detail?.made_version ?? null;
  const target =
    row.namespace === null || row.namespace === ''
      ? visibleLine(row.tool_name)
      : text.target(visibleLine(row.tool_name), visibleLine(row.namespace));
  return (
    <>
      <div className="details-outcome">
        <OutcomeMark outcome={shownOutcomeOf(row)} />
        <span className="quiet">
          {whenInWords(row.timestamp_ms, zone, now)}
          {row.elapsed_ms === null ? '' : ` · ${took(row.elapsed_ms)}`}
        </span>
      </div>
      <h2 className="details-title selectable">{titleOf(row)}</h2>
      <p className="details-target mono selectable">
        {target}
        {version === null ? '' : ` · ${text.version(count(version))}`}
      </p>
      <WrongSection row={row} />
      <Section title={text.why}>
        {row.reason === null || row.reason === '' ? (
          <p className="quiet">{text.noWhy}</p>
        ) : (
          <p className="details-why">
            “<LongText text={row.reason} limit={400} />”
          </p>
        )}
      </Section>
      <WhoSection
        row={row}
        detail={detail}
        onRun={(run) => setFilter({ ...emptyFilter, run })}
        onOpenWrite={onOpenWrite}
      />
      <WhenSection row={row} />
      <MarksSection row={row} />
      {detail === null ? (
        <p className="details-loading quiet">{text.loading}</p>
      ) : (
        <>
          <ResultSection detail={detail} onOpenWrite={onOpenWrite} />
          {detail.run === null || detail.run.around.length < 2 ? null : (
            <Around run={detail.run} id={row.id} onOpen={onOpenRow} />
          )}
          <Repeats row={row} onOpen={onOpenRow} />
        </>
      )}
    </>
  );
}

/** The write as a sentence: *Stored “Q3 launch plan”*. Where it is, stands in the line below. */
function titleOf(row: WriteRow): string {
  const words = summaryWords(row).map((piece) => piece.text);
  const said = words.join(' ');
  // It begins with the server's own name of its tool, which stays as it is.
  if (row.server_name !== EMBEDDED_SERVER && row.error_kind !== 'refused') return said;
  const tail =
    row.tool_name === 'memory.store' && words.length > 2 ? words.slice(0, 2).join(' ') : said;
  return tail.charAt(0).toUpperCase() + tail.slice(1);
}

/** As long as most servers' calls may take. */
const answerMs = 5 * 60_000;

/** A call of a server that was made just now: its outcome may be still to come. */
function mayStillRun({ server_name, timestamp_ms }: WriteRow): boolean {
  return server_name !== EMBEDDED_SERVER && Date.now() - timestamp_ms < answerMs;
}

function WrongSection({ row }: { readonly row: WriteRow }) {
  const outcome = shownOutcomeOf(row);
  if (outcome === 'succeeded') return null;
  return (
    <section className={`wrong wrong-${outcome}`}>
      <h3 className="wrong-title">
        {row.error_kind === null
          ? writesText.outcomes[outcome]
          : writesText.errorKinds[row.error_kind]}
      </h3>
      {outcome === 'unknown' ? (
        <p>{mayStillRun(row) ? text.unanswered : text.unknownOutcome}</p>
      ) : row.error_message === null || row.error_message === '' ? (
        <p>{text.noMessage}</p>
      ) : (
        <LongText text={row.error_message} limit={500} />
      )}
    </section>
  );
}

/** The panel's left edge: dragged, or moved with arrow keys. */
function Resizer() {
  const { width, setWidth } = useDetails();
  const from = useRef<{ x: number; width: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: 16, ArrowRight: -16 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setWidth(width + step);
  };
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is a widget, a rule is not
    <div
      className="resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={text.resize}
      aria-valuenow={width}
      aria-valuemin={widthLimits.least}
      aria-valuemax={widthLimits.most}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        const start = from.current;
        if (start !== null) setWidth(start.width + start.x - event.clientX);
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
      onDoubleClick={() => setWidth(widthLimits.usual)}
    />
  );
}
