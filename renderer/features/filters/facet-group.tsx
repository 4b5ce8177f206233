import { type KeyboardEvent, useId, useState } from 'react';
import type { FacetValue } from '../../../shared/answers.ts';
import type { FacetKey } from '../../../shared/filter.ts';
import { visibleLine } from '../../../shared/text.ts';
import { count } from '../../lib/format.ts';
import { filtersText as text } from '../../text/filters-text.ts';
import { onlyValue, readChoice, toggleHide, toggleOnly } from './filter-edits.ts';
import { useFilter } from './filter-store.ts';
import '../../ui/inputs.css';

/** Values shown before a person asks for the rest. */
const shortList = 6;

interface FacetGroupProps {
  readonly facet: FacetKey;
  /** Null while not known. */
  readonly values: readonly FacetValue[] | null;
}

export function FacetGroup({ facet, values }: FacetGroupProps) {
  const [whole, setWhole] = useState(false);
  const [current, setCurrent] = useState<string | null>(null);
  const choice = readChoice(
    useFilter((state) => state.filter),
    facet,
  );
  const heading = useId();
  if (values === null) return <FacetSkeleton facet={facet} />;
  // Nothing matches, so there is nothing to choose from.
  if (values.length === 0) return null;
  const chosen = (value: string) => choice.only.includes(value) || choice.hide.includes(value);
  const shown = whole
    ? values
    : values.filter((value, index) => index < shortList || chosen(value.value));
  const rest = values.length - shown.length;
  const stop = shown.some((value) => value.value === current) ? current : shown[0]?.value;

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')];
    const row = document.activeElement?.closest('li');
    const at = boxes.findIndex((box) => row?.contains(box));
    boxes[Math.min(boxes.length - 1, Math.max(0, at + step))]?.focus();
  };

  return (
    <fieldset className="facet" aria-labelledby={heading}>
      <h3 id={heading} className="label facet-title">
        {text.facets[facet]}
      </h3>
      {/* One tab stop for each facet; arrows walk its values. */}
      <ul onKeyDown={onKeyDown}>
        {shown.map((value) => (
          <FacetRow
            key={value.value}
            facet={facet}
            value={value}
            tabStop={value.value === stop}
            onFocus={() => setCurrent(value.value)}
          />
        ))}
      </ul>
      {rest > 0 || whole ? (
        <button type="button" className="facet-more" onClick={() => setWhole(!whole)}>
          {whole ? text.fewer : text.more(count(rest))}
        </button>
      ) : null}
    </fieldset>
  );
}

interface FacetRowProps {
  readonly facet: FacetKey;
  readonly value: FacetValue;
  readonly tabStop: boolean;
  readonly onFocus: () => void;
}

function FacetRow({ facet, value, tabStop, onFocus }: FacetRowProps) {
  const { filter, setFilter } = useFilter();
  const { only, hide } = readChoice(filter, facet);
  const label = visibleLine(value.label);
  const hidden = hide.includes(value.value);
  const tabIndex = tabStop ? 0 : -1;
  const id = useId();
  return (
    <li className={hidden ? 'facet-row facet-hidden' : 'facet-row'} onFocus={onFocus}>
      <label className="facet-label">
        <input
          type="checkbox"
          className="checkbox"
          checked={only.includes(value.value)}
          tabIndex={tabIndex}
          // The name is the value alone; its count is a description.
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-count`}
          onChange={() => setFilter(toggleOnly(filter, facet, value.value))}
        />
        <span className="cut" title={label} id={`${id}-name`}>
          {label}
        </span>
        <span className="facet-count" id={`${id}-count`}>
          {hidden ? <span className="visually-hidden">{text.hidden} </span> : null}
          {count(value.count)}
        </span>
      </label>
      <span className="facet-actions">
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={text.onlyHint(label)}
          onClick={() => setFilter(onlyValue(filter, facet, value.value))}
        >
          {text.only}
        </button>
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={hidden ? text.showHint(label) : text.hideHint(label)}
          onClick={() => setFilter(toggleHide(filter, facet, value.value))}
        >
          {hidden ? text.show : text.hide}
        </button>
      </span>
    </li>
  );
}

function FacetSkeleton({ facet }: { readonly facet: FacetKey }) {
  return (
    <div className="facet" aria-hidden>
      <h3 className="label facet-title">{text.facets[facet]}</h3>
      <span className="skeleton facet-skeleton" />
      <span className="skeleton facet-skeleton" />
    </div>
  );
}
