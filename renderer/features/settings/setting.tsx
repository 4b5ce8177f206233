import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { count } from '../../lib/format.ts';
import { settingsText as text } from '../../text/settings-text.ts';
import '../../ui/inputs.css';
import './settings.css';

interface GroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function SettingGroup({ title, children }: GroupProps) {
  return (
    <section className="setting-group">
      <h2 className="setting-group-title">{title}</h2>
      <div className="setting-card">{children}</div>
    </section>
  );
}

interface SettingProps {
  readonly name: string;
  readonly hint?: ReactNode;
  readonly children?: ReactNode;
}

/** A line of settings: what it is, what it does, and its control. */
export function Setting({ name, hint, children }: SettingProps) {
  return (
    <div className="setting">
      <div className="setting-text">
        <p className="setting-name">{name}</p>
        {hint === undefined ? null : <div className="setting-hint">{hint}</div>}
      </div>
      {children === undefined ? null : <div className="setting-control">{children}</div>}
    </div>
  );
}

interface SwitchSettingProps {
  readonly name: string;
  readonly hint?: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function SwitchSetting({ name, hint, value, onChange }: SwitchSettingProps) {
  const id = useId();
  return (
    <div className="setting">
      <div className="setting-text">
        <label htmlFor={id} className="setting-name">
          {name}
        </label>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="setting-hint">
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        checked={value}
        aria-checked={value}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}

interface NumberSettingProps {
  readonly name: string;
  readonly hint?: string;
  readonly unit?: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** Saved when it is left or with Enter, and only when it is a number in range; Esc brings the old one back. */
export function NumberSetting({
  name,
  hint,
  unit,
  value,
  least,
  most,
  onChange,
}: NumberSettingProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? String(value);
  const parsed = /^\d+$/.test(shown.trim()) ? Number(shown) : Number.NaN;
  const valid = parsed >= least && parsed <= most;
  const commit = () => {
    if (draft === null || !valid) return;
    setDraft(null);
    if (parsed !== value) onChange(parsed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') {
      setDraft(null);
      event.stopPropagation();
    }
  };
  return (
    <div className="setting">
      <div className="setting-text">
        <label htmlFor={id} className="setting-name">
          {name}
        </label>
        <p
          id={`${id}-hint`}
          className={valid ? 'setting-hint' : 'setting-hint setting-wrong'}
          role={valid ? undefined : 'alert'}
        >
          {valid ? hint : text.number.range(count(least), count(most))}
        </p>
      </div>
      <div className="setting-control">
        <input
          id={id}
          className="text-input setting-number"
          inputMode="numeric"
          value={shown}
          aria-invalid={!valid}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
        {unit === undefined ? null : <span className="quiet setting-unit">{unit}</span>}
      </div>
    </div>
  );
}
