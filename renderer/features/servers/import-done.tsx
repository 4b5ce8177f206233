import { CircleAlert, CircleCheck } from 'lucide-react';
import type { FileChanged, ImportOutcome } from '../../../shared/client-files.ts';
import { visibleLine } from '../../../shared/text.ts';
import { clientFilesText } from '../../text/client-files-text.ts';
import { Button } from '../../ui/button.tsx';
import { RestoreFile } from '../client-files/restore-file.tsx';

const text = clientFilesText.import.done;

interface ImportDoneProps {
  readonly outcome: ImportOutcome;
  readonly onSee: () => void;
}

/** What came of an import: servers, files, where the originals are, and the way back. */
export function ImportDone({ outcome, onSee }: ImportDoneProps) {
  const { items, files } = outcome;
  const failed =
    items.some(({ server }) => server === null) || files.some(({ kind }) => kind === 'refused');
  const changed = files.some(({ kind }) => kind === 'changed');
  return (
    <section className="import-file import-done" aria-label={failed ? text.partly : text.title}>
      <h2 className="import-file-head">
        {failed ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
        {failed ? text.partly : text.title}
      </h2>
      <ul>
        {items.map(({ id, server, added, why }) => (
          <li key={id} className="import-done-line">
            {server === null
              ? text.not(visibleLine(why))
              : added
                ? text.added(server)
                : text.same(server)}
          </li>
        ))}
        {files.map((file) => (
          <li key={file.file} className="import-done-line">
            <span className="mono selectable">{visibleLine(file.file)}</span>{' '}
            <span>{fileWords(file)}</span>
            {file.kind === 'changed' ? (
              <>
                <p className="quiet">
                  {text.backup} <span className="mono selectable">{visibleLine(file.backup)}</span>
                </p>
                <RestoreFile file={file.file} />
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {changed ? <p className="import-again">{text.again}</p> : null}
      <div className="import-done-actions">
        <Button kind="primary" onClick={onSee}>
          {text.see}
        </Button>
      </div>
    </section>
  );
}

function fileWords(file: FileChanged): string {
  switch (file.kind) {
    case 'changed':
      return text.changed;
    case 'unchanged':
      return text.unchanged;
    case 'refused':
      return text.refused(file.why);
  }
}
