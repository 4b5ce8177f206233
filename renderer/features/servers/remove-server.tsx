import { serversText } from '../../text/servers-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useRemove } from './use-servers.ts';

const text = serversText.removeDialog;

interface RemoveServerProps {
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Says what goes and what stays, before a server is taken out. */
export function RemoveServer({ name, open, onClose, onRemoved }: RemoveServerProps) {
  const remove = useRemove(onRemoved);
  return (
    <Dialog title={text.title(name)} open={open} onClose={onClose}>
      <p>{text.text}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{serversText.cancel}</Button>
        <Button
          kind="primary"
          disabled={remove.isPending}
          onClick={() => remove.mutate(name, { onSettled: onClose })}
        >
          {text.ok}
        </Button>
      </div>
    </Dialog>
  );
}
