import type { ReactNode } from 'react';

export interface Column {
  readonly name: string;
  readonly number?: boolean;
}

interface ReportTableProps {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  readonly none: string;
  readonly more?: string | null;
}

export function ReportTable({ title, columns, rows, none, more = null }: ReportTableProps) {
  return (
    <section className="report-section">
      <h2 className="report-title">{title}</h2>
      {rows.length === 0 ? (
        <p className="quiet">{none}</p>
      ) : (
        <table className="report-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  className={column.number === true ? 'report-number' : undefined}
                >
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                {columns.map((column, at) => (
                  <td
                    key={column.name}
                    className={column.number === true ? 'report-number' : undefined}
                  >
                    {row.cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more === null ? null : <p className="quiet report-more">{more}</p>}
    </section>
  );
}
