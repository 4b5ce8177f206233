import { type FormEvent, useId, useState } from 'react';
import { visibleLine } from '../../../shared/text.ts';
import { parseRelative, type TimeRange } from '../../../shared/time-range.ts';
import { filtersText } from '../../text/filters-text.ts';
import '../../ui/inputs.css';

const text = filtersText.time;

/** "5m", "3d": typed, for those who know what they want. */
export function TypedRange({ onPick }: { readonly onPick: (range: TimeRange) => void }) {
  const [value, setValue] = useState('');
  const [wrong, setWrong] = useState(false);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const range = parseRelative(value);
    if (range === null) setWrong(true);
    else onPick(range);
  };
  return (
    <form className="typed-range" onSubmit={submit}>
      <label htmlFor={`${id}-input`} className="label">
        {text.typed}
      </label>
      <input
        id={`${id}-input`}
        className="text-input"
        placeholder={text.typedPlaceholder}
        value={value}
        aria-invalid={wrong}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <p
        id={`${id}-hint`}
        className={wrong ? 'typed-hint typed-wrong' : 'typed-hint'}
        role={wrong ? 'alert' : undefined}
      >
        {wrong ? text.typedError(visibleLine(value)) : text.typedHint}
      </p>
    </form>
  );
}
