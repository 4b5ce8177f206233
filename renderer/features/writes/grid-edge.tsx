import { count } from '../../lib/format.ts';
import { uiText } from '../../text/ui-text.ts';
import { writesText as text } from '../../text/writes-text.ts';
import type { WritesList } from './use-writes-list.ts';

/** The far end of the list: more is coming, cannot be read, or this is all. */
export function GridEdge({ list }: { readonly list: WritesList }) {
  if (list.rows.length === 0) return null;
  switch (list.older) {
    case 'loading':
    case 'more':
      return <EdgeLine>{text.loadingOlder}</EdgeLine>;
    case 'failed':
      return (
        <EdgeLine>
          {text.olderFailed}{' '}
          <button type="button" className="link-button" onClick={list.loadOlder}>
            {uiText.tryAgain}
          </button>
        </EdgeLine>
      );
    case 'none': {
      const all = list.offset + list.rows.length;
      return <EdgeLine>{text.end(text.writes(all, count(all)))}</EdgeLine>;
    }
  }
}

function EdgeLine({ children }: { readonly children: React.ReactNode }) {
  return (
    <div role="row" className="edge-row">
      <div role="gridcell" className="edge-cell">
        {children}
      </div>
    </div>
  );
}
