import type { ReactTable } from '@tanstack/react-table';
import type { WriteRow } from '../../../shared/answers.ts';
import type { ColumnId } from '../../../shared/columns.ts';
import type { Columns } from '../columns/use-columns.ts';
import type { features } from './columns.tsx';
import { HeadCell } from './head-cell.tsx';

interface GridHeadProps {
  readonly table: ReactTable<typeof features, WriteRow>;
  readonly columns: Columns;
  readonly ids: readonly ColumnId[];
}

export function GridHead({ table, columns, ids }: GridHeadProps) {
  return (
    <div role="rowgroup" className="grid-head">
      {table.getHeaderGroups().map((group) => (
        <div key={group.id} role="row" className="head-row" aria-rowindex={1}>
          {group.headers.map((header, index) => (
            <HeadCell key={header.id} id={ids[index] ?? 'what'} index={index} columns={columns}>
              <table.FlexRender header={header} />
            </HeadCell>
          ))}
        </div>
      ))}
    </div>
  );
}
