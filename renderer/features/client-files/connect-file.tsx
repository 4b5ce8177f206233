import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FileChanged, FoundClient } from '../../../shared/client-files.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { clientFilesText } from '../../text/client-files-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToasts } from '../../ui/toast-store.ts';
import { EntryChange } from './entry-change.tsx';

const text = clientFilesText.found;

interface ConnectFileProps {
  /** Null: nobody is asked. */
  readonly client: FoundClient | null;
  readonly onClose: () => void;
}

/** The change of a client's file, to be looked at before it is made. */
export function ConnectFile({ client, onClose }: ConnectFileProps) {
  return (
    <Dialog
      title={client === null ? '' : text.dialog(client.client_name)}
      open={client !== null}
      onClose={onClose}
      wide
    >
      {client === null ? null : <Ask client={client} onClose={onClose} />}
    </Dialog>
  );
}

function Ask({ client, onClose }: { readonly client: FoundClient; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const say = useToasts((state) => state.say);
  const target = { client: client.client, file: client.file };
  const query = useQuery({
    queryKey: [...keys.clientFiles, 'connection', target],
    queryFn: () => inkwatch.clientFiles.previewConnection(target),
    gcTime: 0,
  });
  const connect = useMutation({
    mutationFn: (digest: string | null) => inkwatch.clientFiles.connect({ ...target, digest }),
    onSuccess: (answer) => {
      say({ tone: answer.kind === 'refused' ? 'failed' : 'ok', text: said(answer, client) });
      if (answer.kind !== 'refused') onClose();
    },
    onError: (error) => say({ tone: 'failed', text: text.refused(error.message) }),
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.clientFiles }),
  });
  const planned = query.data;
  return (
    <div className="connect-file">
      <p className="mono selectable connect-file-path">{visibleLine(client.file)}</p>
      {query.isError ? (
        <p role="alert" className="connect-file-failed">
          {text.refused(query.error.message)}
        </p>
      ) : planned === undefined ? null : (
        <>
          <p>{text.text}</p>
          <EntryChange change={planned.preview} />
        </>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>{clientFilesText.cancel}</Button>
        <Button
          kind="primary"
          disabled={planned === undefined || connect.isPending}
          onClick={() => planned && connect.mutate(planned.digest)}
        >
          {connect.isPending ? text.changing : text.ok}
        </Button>
      </div>
    </div>
  );
}

function said(answer: FileChanged, { client_name }: FoundClient): string {
  switch (answer.kind) {
    case 'changed':
      return text.done(client_name);
    case 'unchanged':
      return text.unchanged(client_name);
    case 'refused':
      return text.refused(answer.why);
  }
}
