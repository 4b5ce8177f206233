import type { WriteRow } from '../../../shared/answers.ts';
import { longTime, relativeTime } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { detailsText as text } from '../../text/details-text.ts';
import { Field, Fields, Section } from './field-list.tsx';

export function WhenSection({ row }: { readonly row: WriteRow }) {
  // Drawn again each minute; the clock itself is read, since the minute's beginning may lie before the write.
  useMinute();
  const at = row.timestamp_ms;
  return (
    <Section title={text.when}>
      <Fields>
        <Field name={text.fields.local}>
          <span className="selectable">{longTime(at, 'local')}</span>
          <p className="quiet">{relativeTime(at, Date.now())}</p>
        </Field>
        <Field name={text.fields.utc}>
          <span className="selectable">{longTime(at, 'utc')}</span>
        </Field>
      </Fields>
    </Section>
  );
}
