import type { FileChangePreview } from '../../../shared/client-files.ts';
import { visibleLine, visibleText } from '../../../shared/text.ts';
import { clientFilesText } from '../../text/client-files-text.ts';
import './client-files.css';

const text = clientFilesText.diff;

/** An entry of a client's file before and after, side by side; values are masked before they come here. */
export function EntryChange({ change }: { readonly change: FileChangePreview }) {
  const { entry, before, after, notes } = change;
  return (
    <div className="entry-change">
      <p className="entry-change-where mono selectable">{visibleLine(entry)}</p>
      <div className="entry-change-sides">
        <Side name={text.before} kind="before" json={before} />
        <Side name={text.after} kind="after" json={after} />
      </div>
      {notes.map((note) => (
        <p key={note} className="entry-change-note">
          {visibleLine(note)}
        </p>
      ))}
    </div>
  );
}

interface SideProps {
  readonly name: string;
  readonly kind: 'before' | 'after';
  readonly json: string | null;
}

function Side({ name, kind, json }: SideProps) {
  return (
    <figure className={`entry-side entry-side-${kind}`}>
      <figcaption className="entry-side-name">{name}</figcaption>
      {json === null ? (
        <p className="quiet entry-side-none">{text.none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where it is long
        <pre className="mono selectable" tabIndex={0}>
          {visibleText(json)}
        </pre>
      )}
    </figure>
  );
}
