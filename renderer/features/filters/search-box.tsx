import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { removeChip } from '../../../shared/query/chips.ts';
import type { QueryError } from '../../../shared/query/query-error.ts';
import { useFacetsQuery } from '../../data/queries.ts';
import { focusGrid, inputIds } from '../../lib/focus.ts';
import { filtersText as text } from '../../text/filters-text.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { clearChips, hasChips } from './filter-edits.ts';
import { useFilter } from './filter-store.ts';
import { readDraft, textAsTyped } from './search-draft.ts';
import { Suggestions, suggestionId, useSuggestions } from './suggestions.tsx';
import { useChips } from './use-chips.ts';
import { useFilterAt } from './use-filter-at.ts';
import './search-box.css';

/** Long enough not to ask at every letter, short enough to feel immediate; ms. */
const typingPause = 160;
const longestDraft = 6000;

/** Free text and conditions in one box; conditions become chips as soon as they are ended. */
export function SearchBox() {
  const { filter, setFilter } = useFilter();
  const known = useFacetsQuery(useFilterAt()).data;
  const chips = useChips();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(() => textAsTyped(filter.text));
  const [errors, setErrors] = useState<readonly QueryError[]>([]);
  const [focused, setFocused] = useState(false);
  const suggestions = useSuggestions(draft, known ?? {}, focused && errors.length === 0);
  const sent = useRef(filter.text);

  // Going back to an earlier filter changes the text from outside.
  if (sent.current !== filter.text) {
    sent.current = filter.text;
    setDraft(textAsTyped(filter.text));
    setErrors([]);
  }

  const read = (value: string, whole: boolean) => {
    const context = { now: Date.now(), ...(known === undefined ? {} : { known }) };
    const reading = readDraft(value, useFilter.getState().filter, context, whole);
    sent.current = reading.filter.text;
    setErrors(reading.errors);
    if (reading.rest !== value) setDraft(reading.rest);
    setFilter(reading.filter);
  };
  const latestRead = useRef(read);
  latestRead.current = read;
  const type = (value: string) => {
    setDraft(value);
    setErrors([]);
    suggestions.reset();
  };
  // A condition that was just ended by a space counts at once; letters wait for a pause.
  useEffect(() => {
    const timer = setTimeout(
      () => latestRead.current(draft, false),
      draft === '' ? 0 : typingPause,
    );
    return () => clearTimeout(timer);
  }, [draft]);

  const pick = (value: string) => {
    suggestions.reset();
    setDraft(value);
    if (value.endsWith(' ')) read(value, false);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (suggestions.onKey(event.key, pick)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const last = chips.at(-1);
    if (event.key === 'Escape') {
      if (draft !== '') type('');
      else focusGrid();
    } else if (event.key === 'Enter') read(draft, true);
    else if (event.key === 'ArrowDown') focusGrid();
    else if (event.key === 'Backspace' && draft === '' && last !== undefined) {
      setFilter(removeChip(filter, last.id));
    } else return;
    event.stopPropagation();
    if (event.key !== 'Backspace') event.preventDefault();
  };

  const [error] = errors;
  return (
    <search className="search">
      {/* A click beside the text is meant for the text. */}
      <div
        className={error === undefined ? 'search-box' : 'search-box search-wrong'}
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        <Search className="search-icon" aria-hidden />
        {chips.map((chip) => (
          <span key={chip.id} className="chip">
            <span className="chip-text" title={chip.value}>
              {chip.name}: <b>{chip.value}</b>
            </span>
            <button
              type="button"
              className="chip-remove"
              aria-label={text.removeChip(chip.label)}
              onClick={() => setFilter(removeChip(filter, chip.id))}
            >
              <X aria-hidden />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={inputIds.search}
          type="search"
          aria-label={text.search}
          aria-keyshortcuts="/"
          aria-autocomplete="list"
          aria-controls="search-suggestions"
          {...(suggestions.marked === null
            ? {}
            : { 'aria-activedescendant': suggestionId(suggestions.marked) })}
          {...(error === undefined
            ? {}
            : { 'aria-invalid': true, 'aria-describedby': 'search-error' })}
          placeholder={chips.length === 0 ? text.searchPlaceholder : text.searchShort}
          maxLength={longestDraft}
          autoComplete="off"
          spellCheck={false}
          value={draft}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
        {draft !== '' ? (
          <button
            type="button"
            className="search-clear"
            aria-label={text.clearSearch}
            onClick={() => {
              type('');
              input.current?.focus();
            }}
          >
            <X aria-hidden />
          </button>
        ) : hasChips(filter) ? (
          <button
            type="button"
            className="link-button search-clear-all"
            onClick={() => setFilter(clearChips(filter))}
          >
            {text.clearAll}
          </button>
        ) : (
          <Kbd>/</Kbd>
        )}
      </div>
      {error === undefined ? null : (
        <p className="search-error" id="search-error" role="alert">
          <b>{error.message}</b> {error.hint}
        </p>
      )}
      <Suggestions list={suggestions} onPick={pick} />
    </search>
  );
}
