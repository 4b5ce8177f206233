import { useMemo, useState } from 'react';
import { completeQuery, type QuerySuggestion } from '../../../shared/query/complete.ts';
import type { KnownValues } from '../../../shared/query/describe.ts';
import { count } from '../../lib/format.ts';
import { filtersText as text } from '../../text/filters-text.ts';

export interface SuggestionList {
  readonly draft: string;
  readonly items: readonly QuerySuggestion[];
  /** The one that Enter takes; null: none. */
  readonly marked: number | null;
  readonly reset: () => void;
  /** True where the key was the list's. */
  readonly onKey: (key: string, pick: (value: string) => void) => boolean;
}

const most = 9;

export const suggestionId = (index: number): string => `suggestion-${index}`;

/** Ways to go on with what is typed. Nothing is marked at first: Enter searches for the text itself. */
export function useSuggestions(draft: string, known: KnownValues, shown: boolean): SuggestionList {
  const [marked, setMarked] = useState<number | null>(null);
  const [hidden, setHidden] = useState(false);
  const items = useMemo(
    () =>
      !shown || hidden || draft.trim() === '' || /\s$/.test(draft)
        ? []
        : completeQuery(draft, draft.length, known).slice(0, most),
    [draft, known, shown, hidden],
  );
  const reset = () => {
    setMarked(null);
    setHidden(false);
  };
  return {
    draft,
    items,
    marked: marked !== null && marked < items.length ? marked : null,
    reset,
    onKey: (key, pick) => {
      if (items.length === 0) return false;
      switch (key) {
        case 'ArrowDown':
          setMarked(marked === null ? 0 : (marked + 1) % items.length);
          return true;
        case 'ArrowUp':
          setMarked(marked === null || marked === 0 ? null : marked - 1);
          return true;
        case 'Enter':
        case 'Tab': {
          const item = items[marked ?? -1];
          if (item === undefined) return false;
          pick(applied(draft, item));
          return true;
        }
        case 'Escape':
          setHidden(true);
          setMarked(null);
          return true;
        default:
          return false;
      }
    },
  };
}

function applied(draft: string, item: QuerySuggestion): string {
  return draft.slice(0, item.start) + item.insert + draft.slice(item.end);
}

interface SuggestionsProps {
  readonly list: SuggestionList;
  readonly onPick: (value: string) => void;
}

export function Suggestions({ list, onPick }: SuggestionsProps) {
  return (
    <div
      id="search-suggestions"
      role="listbox"
      aria-label={text.suggestions}
      className={list.items.length === 0 ? 'suggestions suggestions-none' : 'suggestions'}
    >
      {list.items.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the marked one
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the box takes the marked one
        <div
          key={item.insert}
          id={suggestionId(index)}
          role="option"
          aria-selected={index === list.marked}
          className="suggestion"
          // Before the box would lose the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(applied(list.draft, item))}
        >
          <span className="mono suggestion-insert">{item.insert.trim()}</span>
          <span className="quiet cut">{item.label}</span>
          {item.count === null ? null : <span className="quiet">{count(item.count)}</span>}
        </div>
      ))}
    </div>
  );
}
