import type { WriteDetail, WriteRow } from '../../../shared/answers.ts';
import { shownOutcomeOf } from '../../../shared/outcome.ts';
import { summaryText } from '../../../shared/summary-words.ts';
import { offset } from '../../lib/format.ts';
import { detailsText as text } from '../../text/details-text.ts';
import { writesText } from '../../text/writes-text.ts';
import { OutcomeIcon } from '../../ui/outcome-mark.tsx';
import { Section } from './field-list.tsx';

interface AroundProps {
  readonly run: NonNullable<WriteDetail['run']>;
  readonly id: number;
  readonly onOpen: (row: WriteRow) => void;
}

/** The writes before and after in the same run, with how far into the run they were made. */
export function Around({ run, id, onOpen }: AroundProps) {
  return (
    <Section title={text.around}>
      <ol className="around">
        {run.around.map((row) => {
          const outcome = shownOutcomeOf(row);
          return (
            <li key={row.id}>
              <button
                type="button"
                className={row.id === id ? 'around-row around-this' : 'around-row'}
                aria-current={row.id === id ? 'true' : undefined}
                onClick={() => onOpen(row)}
              >
                <span className="around-offset">{offset(row.timestamp_ms - run.started_ms)}</span>
                <span className="cut" title={summaryText(row)}>
                  {summaryText(row)}
                </span>
                {outcome === 'succeeded' ? null : (
                  <span
                    className={`outcome outcome-${outcome}`}
                    title={writesText.outcomes[outcome]}
                  >
                    <OutcomeIcon outcome={outcome} />
                    <span className="visually-hidden">{writesText.outcomes[outcome]}</span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
