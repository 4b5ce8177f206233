import { Ban, Check, CircleAlert, CircleHelp } from 'lucide-react';
import type { ShownOutcome } from '../../shared/outcome.ts';
import { writesText } from '../text/writes-text.ts';
import './outcome-mark.css';

/** Icon and word, so that colour is never the only sign. */
export function OutcomeMark({ outcome }: { readonly outcome: ShownOutcome }) {
  return (
    <span className={`outcome outcome-${outcome}`}>
      <OutcomeIcon outcome={outcome} />
      <span>{writesText.outcomes[outcome]}</span>
    </span>
  );
}

export function OutcomeIcon({ outcome }: { readonly outcome: ShownOutcome }) {
  switch (outcome) {
    case 'succeeded':
      return <Check aria-hidden />;
    case 'failed':
      return <CircleAlert aria-hidden />;
    case 'refused':
      return <Ban aria-hidden />;
    case 'unknown':
      return <CircleHelp aria-hidden />;
  }
}
