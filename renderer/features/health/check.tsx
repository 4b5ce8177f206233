import { CircleAlert, CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { HealthCheck } from '../../../shared/health.ts';
import { visibleLine } from '../../../shared/text.ts';
import { count } from '../../lib/format.ts';
import { healthText as text } from '../../text/health-text.ts';

/** More lines than these are shown when asked for. */
const fewDetails = 3;

/** One thing that was looked at: its state by icon and word, what was found, and what to do. */
export function Check({ check }: { readonly check: HealthCheck }) {
  const { state, details } = check;
  const open = state !== 'ok' && details.length > 0 && details.length <= 2 * fewDetails;
  return (
    <li className={`health-check health-${state}`}>
      <span className="health-icon">
        <StateIcon state={state} />
      </span>
      <div className="health-body">
        <p className="health-head">
          <span className="health-name">{check.name}</span>
          <span className="health-state">{text.states[state]}</span>
        </p>
        <p className="health-says selectable">{visibleLine(check.says)}</p>
        {check.todo === null ? null : (
          <p className="health-todo selectable">
            <b>{text.todo}:</b> {visibleLine(check.todo)}
          </p>
        )}
        {details.length === 0 ? null : details.length <= fewDetails ? (
          <Details details={details} />
        ) : (
          <details open={open}>
            <summary className="health-more">
              {text.details(details.length, count(details.length))}
            </summary>
            <Details details={details} />
          </details>
        )}
      </div>
    </li>
  );
}

function Details({ details }: { readonly details: HealthCheck['details'] }) {
  return (
    <dl className="health-details">
      {details.map(({ name, value }, index) => (
        // Two of one name may stand in a list.
        // biome-ignore lint/suspicious/noArrayIndexKey: a report's details never change places
        <div key={index} className="health-detail">
          <dt>{visibleLine(name)}</dt>
          <dd className="selectable">{visibleLine(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function StateIcon({ state }: { readonly state: HealthCheck['state'] }) {
  switch (state) {
    case 'ok':
      return <CircleCheck aria-hidden />;
    case 'warning':
      return <TriangleAlert aria-hidden />;
    case 'problem':
      return <CircleAlert aria-hidden />;
    case 'unknown':
      return <CircleHelp aria-hidden />;
  }
}
