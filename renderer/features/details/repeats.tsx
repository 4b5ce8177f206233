import { useQuery } from '@tanstack/react-query';
import type { WriteRow } from '../../../shared/answers.ts';
import { clientDisplayName } from '../../../shared/client-names.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { useZone } from '../../data/queries.ts';
import { count, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { detailsText as text } from '../../text/details-text.ts';
import { Section } from './field-list.tsx';

const shown = 20;

interface RepeatsProps {
  readonly row: WriteRow;
  readonly onOpen: (row: WriteRow) => void;
}

/** Writes with the very same content, of whichever client: the digest tells, the content is not kept for it. */
export function Repeats({ row, onOpen }: RepeatsProps) {
  const zone = useZone();
  const now = useMinute();
  const query = useQuery({
    queryKey: [...keys.repeats, row.id],
    queryFn: () => inkwatch.writes.repeats(row.id, shown),
    enabled: row.args_digest !== null,
    gcTime: 60_000,
  });
  const found = query.data;
  if (found === undefined || found.total < 2) return null;
  return (
    <Section title={text.repeats.title(count(found.total))}>
      <ol className="around">
        {found.rows.map((repeat) => (
          <li key={repeat.id}>
            <button
              type="button"
              className={repeat.id === row.id ? 'around-row around-this' : 'around-row'}
              aria-current={repeat.id === row.id ? 'true' : undefined}
              onClick={() => onOpen(repeat)}
            >
              <span className="cut">
                {clientDisplayName(repeat.client_info, repeat.client_name)}
              </span>
              <span className="quiet">{whenInWords(repeat.timestamp_ms, zone, now)}</span>
            </button>
          </li>
        ))}
      </ol>
      {found.rows.length < found.total ? (
        <p className="quiet">{text.repeats.more(count(found.rows.length), count(found.total))}</p>
      ) : null}
    </Section>
  );
}
