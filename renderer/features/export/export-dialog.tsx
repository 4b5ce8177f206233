import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { ExportProgress } from '../../../shared/answers.ts';
import { emptyFilter, isUnfiltered } from '../../../shared/filter.ts';
import type { ExportRequest } from '../../../shared/ipc.ts';
import { describeFilter } from '../../../shared/query/describe.ts';
import { inkwatch } from '../../data/api.ts';
import { useCounts, useSettings } from '../../data/queries.ts';
import { count } from '../../lib/format.ts';
import { exportText as text } from '../../text/export-text.ts';
import { writesText } from '../../text/writes-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pick } from '../../ui/menu.tsx';
import { useToasts } from '../../ui/toast-store.ts';
import { type ExportStep, useExport } from './export-store.ts';
import { ScopeChoice } from './scope-choice.tsx';
import '../../ui/inputs.css';
import './export-dialog.css';

const formats = [
  { value: 'csv', name: text.formats.csv },
  { value: 'jsonl', name: text.formats.jsonl },
] as const;
const times = [
  { value: 'local', name: text.times.local },
  { value: 'utc', name: text.times.utc },
] as const;
/** The most ids that one request carries. */
const mostSelected = 10_000;

export function ExportDialog() {
  const { frozen, step, close } = useExport();
  const running =
    step.kind === 'starting' || (step.kind === 'going' && step.progress.state === 'running');
  return (
    <Dialog title={text.title} open={frozen !== null} onClose={close} held={running}>
      {frozen === null ? null : <Form frozen={frozen} step={step} />}
    </Dialog>
  );
}

interface FormProps {
  readonly frozen: { readonly filter: ExportRequest['filter']; readonly ids: readonly number[] };
  readonly step: ExportStep;
}

function Form({ frozen, step }: FormProps) {
  const { close, setStep } = useExport();
  const settings = useSettings().export;
  const counts = useCounts({ filter: frozen.filter, day: 0, minute: 0 });
  const [scope, setScope] = useState<ExportRequest['scope']>(
    frozen.ids.length > 1 ? 'selected' : 'filtered',
  );
  const [format, setFormat] = useState(settings.format);
  const [byteOrderMark, setMark] = useState(settings.byteOrderMark);
  const [timeZone, setTimeZone] = useState(settings.timeZone);
  const idle = step.kind === 'choosing';
  const totals = {
    filtered: counts.data?.matching ?? null,
    selected: frozen.ids.length,
    all: counts.data?.total ?? null,
  };
  const tooMany = scope === 'selected' && frozen.ids.length > mostSelected;
  const total = totals[scope];

  const start = async () => {
    setStep({ kind: 'starting' });
    try {
      const started = await inkwatch.export.start({
        scope,
        filter: scope === 'all' ? emptyFilter : frozen.filter,
        ids: scope === 'selected' ? [...frozen.ids] : [],
        format,
        byteOrderMark: format === 'csv' && byteOrderMark,
        timeZone,
      });
      switch (started.kind) {
        case 'dismissed':
          setStep({ kind: 'choosing', note: null });
          break;
        case 'nothing':
          setStep({ kind: 'choosing', note: started.why });
          break;
        case 'started': {
          const { export_id, file, total: all } = started;
          setStep({
            kind: 'going',
            progress: { export_id, file, total: all, written: 0, state: 'running', why: null },
          });
        }
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      setStep({ kind: 'choosing', note: text.failed(why) });
    }
  };

  return (
    <>
      <ScopeChoice
        scope={scope}
        onScope={setScope}
        totals={totals}
        failed={counts.isError}
        disabled={!idle}
      />
      {isUnfiltered(frozen.filter) ? null : (
        <p className="export-filter quiet">{text.frozen(describeFilter(frozen.filter))}</p>
      )}
      <div className="export-options">
        <Pick
          label={text.format}
          value={format}
          options={formats}
          onPick={setFormat}
          disabled={!idle}
        />
        <Pick
          label={text.time}
          value={timeZone}
          options={times}
          onPick={setTimeZone}
          disabled={!idle}
        />
      </div>
      {format === 'csv' ? (
        <label className="export-mark">
          <input
            type="checkbox"
            className="checkbox"
            checked={byteOrderMark}
            disabled={!idle}
            onChange={(event) => setMark(event.currentTarget.checked)}
          />
          {text.bom}
        </label>
      ) : null}
      {step.kind === 'going' ? <Progress progress={step.progress} /> : null}
      {step.kind === 'choosing' && step.note !== null ? (
        <p className="export-note export-failed" role="alert">
          {step.note}
        </p>
      ) : null}
      {tooMany ? <p className="export-note export-failed">{text.tooMany}</p> : null}
      <div className="dialog-actions">
        <Actions
          step={step}
          ready={total !== null && total > 0 && !tooMany}
          onStart={() => void start()}
          onClose={close}
        />
      </div>
    </>
  );
}

interface ActionsProps {
  readonly step: ExportStep;
  readonly ready: boolean;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

function Actions({ step, ready, onStart, onClose }: ActionsProps) {
  const setStep = useExport((state) => state.setStep);
  const say = useToasts((state) => state.say);
  const tell = (error: unknown) =>
    say({ tone: 'failed', text: error instanceof Error ? error.message : String(error) });
  if (step.kind !== 'going') {
    const starting = step.kind === 'starting';
    return (
      <>
        <Button onClick={onClose} disabled={starting}>
          {text.cancel}
        </Button>
        <Button kind="primary" disabled={starting || !ready} onClick={onStart}>
          {starting ? text.starting : text.start}
        </Button>
      </>
    );
  }
  const { progress } = step;
  switch (progress.state) {
    case 'running':
      return (
        <>
          <Button onClick={() => void inkwatch.export.cancel(progress.export_id).catch(tell)}>
            {text.cancel}
          </Button>
          <Button kind="primary" disabled>
            {text.exporting}
          </Button>
        </>
      );
    case 'done':
      return (
        <>
          <Button
            icon={<FolderOpen aria-hidden />}
            onClick={() => void inkwatch.export.reveal(progress.export_id).catch(tell)}
          >
            {text.reveal}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {text.close}
          </Button>
        </>
      );
    case 'cancelled':
    case 'failed':
      return (
        <>
          <Button onClick={() => setStep({ kind: 'choosing', note: null })}>{text.back}</Button>
          <Button kind="primary" onClick={onClose}>
            {text.close}
          </Button>
        </>
      );
  }
}

function Progress({ progress }: { readonly progress: ExportProgress }) {
  const { written, total, state } = progress;
  const share = total === 0 ? 1 : Math.min(1, written / total);
  return (
    <div className="export-progress">
      <div
        className={`export-bar export-bar-${state}`}
        role="progressbar"
        aria-label={text.bar}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={written}
      >
        <span style={{ width: `${(state === 'done' ? 1 : share) * 100}%` }} />
      </div>
      <p className={state === 'failed' ? 'export-note export-failed' : 'export-note'} role="status">
        {progressText(progress)}
      </p>
    </div>
  );
}

function progressText(progress: ExportProgress): string {
  const file = progress.file.split(/[\\/]/).at(-1) ?? progress.file;
  switch (progress.state) {
    case 'running':
      return `${text.progress(count(progress.written), count(progress.total))} · ${text.writingTo(file)}`;
    case 'done':
      return `${text.done(writesText.writes(progress.written, count(progress.written)))} · ${file}`;
    case 'cancelled':
      return text.cancelled;
    case 'failed':
      return text.failed(progress.why ?? '');
  }
}
