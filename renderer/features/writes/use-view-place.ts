import { useEffect, useLayoutEffect, useRef } from 'react';
import type { WriteRow } from '../../../shared/answers.ts';
import { useFilter } from '../filters/filter-store.ts';
import { tellPlaceBy, type ViewPlace } from '../filters/view-place.ts';
import { useGrid } from './grid-store.ts';
import { keyOf } from './list-window.ts';
import type { WritesList } from './use-writes-list.ts';

interface ViewPlaceOptions {
  readonly list: WritesList;
  readonly topRow: () => {
    readonly row: WriteRow;
    readonly index: number;
    readonly offset: number;
  } | null;
  readonly atTop: () => boolean;
  readonly scrollTo: (id: number, below: number) => boolean;
}

/** Tells where a person is in the list, and brings them back there: scroll, active row and selection. */
export function useViewPlace(options: ViewPlaceOptions): void {
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    const here = (): ViewPlace => {
      const { list, topRow, atTop } = latest.current;
      const { selection, activeId } = useGrid.getState();
      const top = topRow();
      const newest = list.newer === 'none' && list.offset === 0 && atTop();
      return {
        key: newest || top === null ? null : keyOf(top.row),
        start: list.offset + (top?.index ?? 0),
        offset: top?.offset ?? 0,
        selected: [...selection.ids],
        activeId,
      };
    };
    const end = tellPlaceBy(here);
    return () => {
      end();
      // Another page takes the list's place: it comes back as it was left.
      useGrid.setState({ left: { filter: useFilter.getState().filter, place: here() } });
    };
  }, []);

  const { list } = options;
  const restoring = useGrid((state) => state.restoring);
  useLayoutEffect(() => {
    if (restoring === null || list.standingIn || list.state !== 'ready') return;
    useGrid.setState({ restoring: null });
    const { key, offset } = restoring;
    if (key !== null) latest.current.scrollTo(key.id, offset);
  }, [restoring, list.standingIn, list.state]);
}
