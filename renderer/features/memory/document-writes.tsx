import { clientDisplayName } from '../../../shared/client-names.ts';
import type { MemoryDetail } from '../../../shared/memory.ts';
import { shownOutcomeOf } from '../../../shared/outcome.ts';
import { summaryText } from '../../../shared/summary-words.ts';
import { useZone } from '../../data/queries.ts';
import { whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { memoryText as text } from '../../text/memory-text.ts';
import { ClientBadge } from '../../ui/client-badge.tsx';
import { OutcomeMark } from '../../ui/outcome-mark.tsx';
import { useShell } from '../shell/shell-store.ts';
import { useGrid } from '../writes/grid-store.ts';

/** The writes that made the document what it is, newest first. */
export function DocumentWrites({ detail }: { readonly detail: MemoryDetail }) {
  const zone = useZone();
  const now = useMinute();
  if (detail.writes.length === 0) return <p className="quiet">{text.noWrites}</p>;
  return (
    <ul className="document-writes">
      {detail.writes.map((write) => {
        const name = clientDisplayName(write.client_info, write.client_name);
        return (
          <li key={write.id}>
            <button
              type="button"
              className="document-write"
              onClick={() => {
                useShell.getState().setPage('writes');
                useGrid.getState().openDetails(write);
              }}
            >
              <ClientBadge clientInfo={write.client_info} name={name} />
              <span className="cut">{summaryText(write)}</span>
              <OutcomeMark outcome={shownOutcomeOf(write)} />
              <span className="quiet">{whenInWords(write.timestamp_ms, zone, now)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
