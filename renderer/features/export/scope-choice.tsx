import { useId } from 'react';
import type { ExportRequest } from '../../../shared/ipc.ts';
import { count } from '../../lib/format.ts';
import { exportText as text } from '../../text/export-text.ts';
import { writesText } from '../../text/writes-text.ts';

type Scope = ExportRequest['scope'];

interface ScopeChoiceProps {
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
  /** Writes in each scope; null: not known yet. */
  readonly totals: Readonly<Record<Scope, number | null>>;
  readonly failed: boolean;
  readonly disabled: boolean;
}

const scopes: readonly Scope[] = ['filtered', 'selected', 'all'];

/** What goes into the file, with how much it is, before anything is written. */
export function ScopeChoice({ scope, onScope, totals, failed, disabled }: ScopeChoiceProps) {
  const group = useId();
  return (
    <fieldset className="scopes" disabled={disabled}>
      <legend className="visually-hidden">{text.scope}</legend>
      {scopes.map((value) => {
        const total = totals[value];
        const none = value === 'selected' && total === 0;
        return (
          <label key={value} className="scope">
            <input
              type="radio"
              className="radio"
              name={group}
              value={value}
              checked={scope === value}
              disabled={none}
              onChange={() => onScope(value)}
            />
            <span className="scope-name">{nameOf(value, total ?? 0)}</span>
            <span className="quiet">{totalText(total, none, failed)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

function nameOf(scope: Scope, total: number): string {
  if (scope !== 'selected') return text.scopes[scope];
  return total === 0 ? text.scopes.selectedNone : text.scopes.selected(total, count(total));
}

function totalText(total: number | null, none: boolean, failed: boolean): string {
  if (none) return text.noSelection;
  if (total !== null) return writesText.writes(total, count(total));
  return failed ? text.cannotCount : text.counting;
}
