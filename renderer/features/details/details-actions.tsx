import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, ListFilter, Undo2 } from 'lucide-react';
import type { WriteDetail, WriteRow } from '../../../shared/answers.ts';
import { clientKeyOf } from '../../../shared/client-names.ts';
import { emptyFilter, type WriteFilter } from '../../../shared/filter.ts';
import { summaryText } from '../../../shared/summary-words.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { useZone } from '../../data/queries.ts';
import { copyText } from '../../lib/copy-text.ts';
import { detailsText } from '../../text/details-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { writesText } from '../../text/writes-text.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToasts } from '../../ui/toast-store.ts';
import { useColumns } from '../columns/use-columns.ts';
import { useFilter } from '../filters/filter-store.ts';
import { cellText } from '../writes/columns.tsx';
import { useGrid } from '../writes/grid-store.ts';
import { rowAsCsv, rowAsJson } from './copy-formats.ts';
import { replayCall } from './replay-call.ts';

const text = detailsText.actions;

interface DetailsActionsProps {
  readonly row: WriteRow;
  readonly detail: WriteDetail | null;
  readonly onOpenWrite: (id: number) => void;
}

export function DetailsActions(props: DetailsActionsProps) {
  return (
    <div className="details-actions">
      <UndoButton {...props} />
      <CopyMenu {...props} />
      <FilterMenu row={props.row} />
    </div>
  );
}

function UndoButton({ row, detail, onOpenWrite }: DetailsActionsProps) {
  const client = useQueryClient();
  const say = useToasts((state) => state.say);
  const undo = useMutation({
    mutationFn: () => inkwatch.writes.undo(row.id),
    onSuccess: (answer) => {
      const { row_id: id } = answer;
      say({
        tone: answer.undone ? 'ok' : 'failed',
        text: answer.undone ? text.undoDone : answer.why,
        action:
          answer.undone && id !== null ? { name: text.showUndo, run: () => onOpenWrite(id) } : null,
      });
      void client.invalidateQueries({ queryKey: keys.detail });
      void client.invalidateQueries({ queryKey: keys.list });
    },
    onError: (error) => say({ tone: 'failed', text: error.message }),
  });
  const undone = row.reverted_by_id !== null;
  const possible = detail?.undo.possible === true && !undo.isPending;
  return (
    <Hint text={possible ? null : (detail?.undo.why ?? null)}>
      {/* Not `disabled`: a disabled button could not say why. */}
      <Button
        kind="tint"
        icon={<Undo2 aria-hidden />}
        aria-disabled={!possible}
        onClick={() => (possible ? undo.mutate() : undefined)}
      >
        {undo.isPending ? text.undoing : undone ? text.undone : text.undo}
      </Button>
    </Hint>
  );
}

function CopyMenu({ row, detail }: DetailsActionsProps) {
  const zone = useZone();
  const { layout } = useColumns();
  const active = useGrid((state) => state.activeColumn);
  // The cell that the keyboard stands on, if it stands on one.
  const column = active === null ? undefined : layout[active]?.id;
  const call = detail === null ? null : replayCall(detail);
  const say = useToasts((state) => state.say);
  const copy = (name: string, value: string) => async () => {
    const done = await copyText(value);
    say(
      done
        ? { tone: 'ok', text: `${uiText.copied}: ${name}` }
        : { tone: 'failed', text: uiText.copyFailed },
    );
  };
  const item = (name: string, value: string | null) =>
    value === null ? null : <MenuItem onSelect={copy(name, value)}>{name}</MenuItem>;
  return (
    <Menu side="top" align="end" trigger={<Button icon={<Copy aria-hidden />}>{text.copy}</Button>}>
      {column === undefined ? null : (
        <MenuItem onSelect={copy(writesText.columns[column], cellText(row, column, zone))}>
          {text.copyCell(writesText.columns[column])}
        </MenuItem>
      )}
      {item(text.copyJson, rowAsJson(row))}
      {item(text.copyCsv, rowAsCsv(row))}
      <MenuItem
        disabled={call === null}
        {...(call === null ? { note: text.copyCallNone } : {})}
        onSelect={copy(text.copyCall, call ?? '')}
      >
        {text.copyCall}
      </MenuItem>
      {item(text.copyWhat, summaryText(row))}
      {item(text.copyReason, row.reason)}
      {item(text.copyChunk, detail?.chunk?.content ?? null)}
      {item(text.copyId, String(row.id))}
    </Menu>
  );
}

function FilterMenu({ row }: { readonly row: WriteRow }) {
  const { filter, setFilter } = useFilter();
  const only = (part: Partial<WriteFilter>) => () =>
    setFilter({ ...emptyFilter, time: filter.time, ...part });
  const one = (value: string) => ({ only: [value], hide: [] });
  return (
    <Menu
      side="top"
      align="end"
      trigger={<Button icon={<ListFilter aria-hidden />}>{text.filter}</Button>}
    >
      <MenuItem onSelect={only({ client: one(clientKeyOf(row.client_info)) })}>
        {text.filterClient}
      </MenuItem>
      <MenuItem onSelect={only({ tool: one(row.tool_name) })} note={visibleLine(row.tool_name)}>
        {text.filterTool}
      </MenuItem>
      {row.session_id === null ? null : (
        // A run is looked at as a whole, whatever the range was.
        <MenuItem onSelect={() => setFilter({ ...emptyFilter, run: row.session_id })}>
          {text.filterRun}
        </MenuItem>
      )}
      {row.namespace === null || row.namespace === '' ? null : (
        <MenuItem
          onSelect={only({ namespace: one(row.namespace) })}
          note={visibleLine(row.namespace)}
        >
          {text.filterNamespace}
        </MenuItem>
      )}
      <MenuItem
        onSelect={only({ server: one(row.server_name) })}
        note={visibleLine(row.server_name)}
      >
        {text.filterServer}
      </MenuItem>
    </Menu>
  );
}
