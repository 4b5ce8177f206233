import { emptyFilter } from '../../../shared/filter.ts';
import { describeFilter } from '../../../shared/query/describe.ts';
import { parseQuery } from '../../../shared/query/parse.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { useCounts, useFacetsQuery, useSettings } from '../../data/queries.ts';
import { focusSearch } from '../../lib/focus.ts';
import { paletteText as text } from '../../text/palette-text.ts';
import { shellText } from '../../text/shell-text.ts';
import { clearChips, isFailuresOnly, setFailuresOnly } from '../filters/filter-edits.ts';
import { useFilter } from '../filters/filter-store.ts';
import { quickRanges } from '../filters/time-picker.tsx';
import { useTimePicker } from '../filters/time-picker-store.ts';
import { useFilterAt } from '../filters/use-filter-at.ts';
import { markWrites } from '../marks/mark-writes.ts';
import { copyWrites } from '../selection/copy-writes.ts';
import { useMute, useSet } from '../settings/use-set.ts';
import { pages, useShell } from '../shell/shell-store.ts';
import { useOpenExport } from '../shell/use-open-export.ts';
import { useOpenView, useViews } from '../views/use-views.ts';
import { useViewDialog } from '../views/view-dialog-store.ts';
import { useGrid } from '../writes/grid-store.ts';
import { noSelection } from '../writes/selection.ts';

export type CommandGroup = keyof typeof text.groups;

export interface Command {
  readonly id: string;
  readonly group: CommandGroup;
  /** One line, safe to show. */
  readonly name: string;
  readonly keys?: readonly string[];
  readonly run: () => void;
}

const mostRecent = 8;
const say = text.commands;

const onWrites = (run: () => void) => () => {
  useShell.getState().setPage('writes');
  // The page has to be there before its parts can take the focus.
  requestAnimationFrame(run);
};

/** Everything that can be done by name, at this moment. */
export function useCommands(): readonly Command[] {
  return [
    ...usePageCommands(),
    ...useViewCommands(),
    ...useWritesCommands(),
    ...timeCommands(),
    ...useRecent(),
    ...useWindowCommands(),
  ];
}

/** The text itself, as a search. */
export function searchCommand(typed: string): Command {
  return {
    id: 'search',
    group: 'search',
    name: text.searchFor(visibleLine(typed)),
    run: onWrites(() => {
      const { filter, setFilter } = useFilter.getState();
      const { filter: read, errors } = parseQuery(typed, { now: Date.now() });
      const time = read.time.kind === 'all' ? filter.time : read.time;
      setFilter(errors.length > 0 ? { ...emptyFilter, time, text: typed } : { ...read, time });
    }),
  };
}

function usePageCommands(): readonly Command[] {
  return ([...pages, 'connect'] as const).map((page) => ({
    id: `page-${page}`,
    group: 'pages',
    name: text.page(shellText.pages[page]),
    run: () => useShell.getState().setPage(page),
  }));
}

function useViewCommands(): readonly Command[] {
  const views = useViews().data ?? [];
  const open = useOpenView();
  return views.map((view) => ({
    id: `view-${view.id}`,
    group: 'views',
    name: visibleLine(view.name),
    run: () => open(view),
  }));
}

function timeCommands(): readonly Command[] {
  return quickRanges.map(({ name, range }) => ({
    id: `time-${name}`,
    group: 'time',
    name: text.time(name),
    run: onWrites(() => {
      const { filter, setFilter } = useFilter.getState();
      setFilter({ ...filter, time: range });
    }),
  }));
}

/** Filters that were left, newest first, each once. */
function useRecent(): readonly Command[] {
  const past = useFilter((state) => state.past);
  const known = useFacetsQuery(useFilterAt()).data ?? {};
  const names = new Map(
    past.toReversed().map((step) => [describeFilter(step.filter, known), step.filter]),
  );
  return [...names].slice(0, mostRecent).map(([name, filter]) => ({
    id: `recent-${name}`,
    group: 'recent',
    name,
    run: onWrites(() => useFilter.getState().setFilter(filter)),
  }));
}

function useWritesCommands(): readonly Command[] {
  const openExport = useOpenExport();
  const matching = useCounts(useFilterAt()).data?.matching ?? 0;
  const { selection, activeId, detailsId } = useGrid();
  const selected =
    selection.ids.size > 0 ? [...selection.ids] : activeId === null ? [] : [activeId];
  const command = (
    id: keyof typeof say & string,
    run: () => void,
    keys: readonly string[] = [],
  ): Command => {
    const name = say[id];
    return { id, group: 'writes', name: typeof name === 'string' ? name : id, keys, run };
  };
  const filter = (change: (now: typeof emptyFilter) => typeof emptyFilter) =>
    onWrites(() => {
      const { filter: now, setFilter } = useFilter.getState();
      setFilter(change(now));
    });
  const ofSelection =
    selected.length === 0
      ? []
      : [
          command('flag', () => markWrites(selected, 'flagged', true), ['f']),
          command('review', () => markWrites(selected, 'reviewed', true), ['r']),
          command('copyJson', () => void copyWrites(selected, 'json')),
          command('copyCsv', () => void copyWrites(selected, 'csv')),
          command('selectNone', () => useGrid.getState().setSelection(noSelection)),
        ];
  return [
    command('search', onWrites(focusSearch), ['/']),
    command(
      'timeRange',
      onWrites(() => useTimePicker.getState().setOpen(true)),
      ['t'],
    ),
    command('export', onWrites(openExport), ['e']),
    command('save', () => useViewDialog.getState().name('new')),
    command(
      'failures',
      filter((now) => setFailuresOnly(now, !isFailuresOnly(now))),
    ),
    command(
      'unreviewed',
      filter((now) => ({ ...now, mark: { only: [], hide: ['reviewed'] } })),
    ),
    command(
      'flagged',
      filter((now) => ({ ...now, mark: { only: ['flagged'], hide: [] } })),
    ),
    command('clear', filter(clearChips)),
    command(
      'back',
      onWrites(() => useFilter.getState().back()),
      ['Ctrl', 'Z'],
    ),
    command(
      'forward',
      onWrites(() => useFilter.getState().forward()),
      ['Ctrl', 'Shift', 'Z'],
    ),
    command(
      'live',
      onWrites(() => useGrid.getState().setLive(!useGrid.getState().live)),
    ),
    command(
      'newest',
      onWrites(() => useGrid.getState().jump('newest', 0)),
      ['Home'],
    ),
    command(
      'oldest',
      onWrites(() => useGrid.getState().jump('oldest', matching)),
      ['End'],
    ),
    ...ofSelection,
    ...(detailsId === null
      ? []
      : [command('closeDetails', () => useGrid.getState().closeDetails(), ['Esc'])]),
  ];
}

function useWindowCommands(): readonly Command[] {
  const set = useSet();
  const mute = useMute();
  const muted = useSettings().notifications.mutedUntilMs !== null;
  const command = (id: string, name: string, run: () => void, keys: readonly string[] = []) => ({
    id,
    group: 'window' as const,
    name,
    keys,
    run,
  });
  return [
    command('keyboard', say.keyboard, () => useShell.getState().setSheet(true), ['?']),
    ...(['light', 'dark', 'system'] as const).map((theme) =>
      command(theme, say[theme], () => set({ window: { theme } })),
    ),
    ...(['comfortable', 'compact'] as const).map((density) =>
      command(density, say[density], () => set({ window: { density } })),
    ),
    ...(['local', 'utc'] as const).map((timeZone) =>
      command(timeZone, say[timeZone], () => set({ window: { timeZone } })),
    ),
    command('columns', say.usualColumns, () => set({ window: { columns: null } })),
    ...([15, 30, 60] as const).map((minutes) =>
      command(`mute-${minutes}`, say.mute(minutes), () => mute(minutes)),
    ),
    ...(muted ? [command('unmute', say.unmute, () => mute(0))] : []),
    command('sample', say.sample, () => void inkwatch.app.openSample()),
    command('quit', say.quit, () => void inkwatch.app.quit()),
  ];
}
