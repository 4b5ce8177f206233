import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { visibleText } from '../../../shared/text.ts';
import { count } from '../../lib/format.ts';
import { serversText } from '../../text/servers-text.ts';

const text = serversText.notes;

/** The last lines of its error output. A program wrote them: they are shown as text, and nothing else. */
export function ServerNotes({ lines }: { readonly lines: readonly string[] }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (lines.length === 0) return <p className="server-notes-none quiet">{text.none}</p>;
  return (
    <section className="server-notes">
      <button
        type="button"
        className="server-notes-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight aria-hidden />
        {text.title(count(lines.length))}
      </button>
      <div id={id} hidden={!open}>
        <p className="quiet server-notes-hint">{text.hint}</p>
        <section
          className="server-notes-lines mono selectable"
          aria-label={text.label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where there are many
          tabIndex={0}
        >
          {open
            ? lines.map((line, index) => (
                // Lines are only added at the end and dropped at the start: the place is the identity.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <p key={index}>{visibleText(line)}</p>
              ))
            : null}
        </section>
      </div>
    </section>
  );
}
