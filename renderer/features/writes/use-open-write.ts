import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { WriteRow } from '../../../shared/answers.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { detailsText } from '../../text/details-text.ts';
import { useToasts } from '../../ui/toast-store.ts';
import { useGrid } from './grid-store.ts';

/** Opens the details of a write that is known by its number alone. */
export function useOpenWrite(): (id: number) => void {
  return useReadWrite(openInGrid);
}

function openInGrid(row: WriteRow): void {
  useGrid.getState().openDetails(row);
}

/** Reads a write that is known by its number alone. `onRow` stays the same. */
export function useReadWrite(onRow: (row: WriteRow) => void): (id: number) => void {
  const client = useQueryClient();
  return useCallback(
    (id) => {
      const say = useToasts.getState().say;
      client
        .fetchQuery({ queryKey: [...keys.detail, id], queryFn: () => inkwatch.writes.detail(id) })
        .then((detail) => {
          if (detail === null) say({ tone: 'failed', text: detailsText.gone.text });
          else onRow(detail.row);
        })
        .catch((error: unknown) => {
          say({ tone: 'failed', text: error instanceof Error ? error.message : String(error) });
        });
    },
    [client, onRow],
  );
}
