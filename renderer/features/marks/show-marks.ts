import type { QueryClient } from '@tanstack/react-query';
import type { WriteDetail, WriteRow } from '../../../shared/answers.ts';
import type { WriteFilter } from '../../../shared/filter.ts';
import type { MarkOfWrite } from '../../../shared/marks.ts';
import { keys } from '../../data/keys.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useGrid } from '../writes/grid-store.ts';
import type { ListData } from '../writes/list-window.ts';

const filtersMarks = (filter: WriteFilter): boolean =>
  filter.mark.only.length + filter.mark.hide.length > 0;

/** Puts marks into the rows that are shown; a list that is filtered by marks is asked for again. */
export function showMarks(client: QueryClient, marks: readonly MarkOfWrite[]): void {
  const known = new Map(marks.map(({ id, mark }) => [id, mark]));
  const put = (row: WriteRow): WriteRow => {
    const mark = known.get(row.id);
    return mark === undefined ? row : { ...row, mark };
  };
  client.setQueriesData<ListData>({ queryKey: keys.list }, (data) =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) =>
            page.rows.some((row) => known.has(row.id))
              ? { ...page, rows: page.rows.map(put) }
              : page,
          ),
        },
  );
  client.setQueriesData<WriteDetail | null>({ queryKey: keys.detail }, (detail) =>
    detail === null || detail === undefined ? detail : { ...detail, row: put(detail.row) },
  );
  const { detailsRow } = useGrid.getState();
  if (detailsRow !== null && known.has(detailsRow.id)) {
    useGrid.setState({ detailsRow: put(detailsRow) });
  }
  void client.invalidateQueries({ queryKey: keys.summary });
  if (!filtersMarks(useFilter.getState().filter)) return;
  for (const queryKey of [keys.list, keys.counts, keys.day, keys.facets, keys.histogram]) {
    void client.invalidateQueries({ queryKey });
  }
}
