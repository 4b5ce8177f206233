import type { FileRestored } from '../../../shared/client-files.ts';
import { visibleLine } from '../../../shared/text.ts';
import { clientFilesText } from '../../text/client-files-text.ts';
import { Button } from '../../ui/button.tsx';
import { useRestore } from './use-client-files.ts';

const text = clientFilesText.restore;

/** The way back of one file. One that was changed since is asked about first. */
export function RestoreFile({ file }: { readonly file: string }) {
  const restore = useRestore();
  const run = (force: boolean) => restore.mutate({ file, force });
  const answer = restore.data;
  if (answer?.kind === 'changed-since') {
    return (
      <div className="restore-file" role="status">
        <p>{text.ask(answer.why)}</p>
        <Button small disabled={restore.isPending} onClick={() => run(true)}>
          {text.force}
        </Button>
      </div>
    );
  }
  const words = restore.error === null ? wordsOf(answer) : text.refused(restore.error.message);
  return (
    <div className="restore-file">
      {answer?.kind === 'restored' ? null : (
        <Button small disabled={restore.isPending} onClick={() => run(false)}>
          {restore.isPending ? text.restoring : text.restore}
        </Button>
      )}
      {words === '' ? null : (
        <p role="status" className="selectable">
          {words}
        </p>
      )}
    </div>
  );
}

function wordsOf(answer: FileRestored | undefined): string {
  if (answer === undefined) return '';
  switch (answer.kind) {
    case 'restored':
      return answer.backup === null
        ? text.restored
        : `${text.restored} ${text.kept(visibleLine(answer.backup))}`;
    case 'nothing':
      return text.nothing(answer.why);
    case 'refused':
      return text.refused(answer.why);
    case 'changed-since':
      return '';
  }
}
