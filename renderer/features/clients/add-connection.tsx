import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ConnectEntry } from '../../../shared/answers.ts';
import { clientFamilies } from '../../../shared/client-names.ts';
import type { AddedConnection } from '../../../shared/connections.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { clientsText } from '../../text/clients-text.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EntryCard } from '../connect/entry-card.tsx';
import '../../ui/inputs.css';

const text = clientsText.newDialog;

/** Names that most people want; any other can be typed. */
const usual = ['claude-desktop', 'claude-code', 'cursor', 'vs-code'];

interface AddConnectionProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A name, and then its token: once, with what each client needs. */
export function AddConnection({ open, onClose }: AddConnectionProps) {
  const [added, setAdded] = useState<AddedConnection | null>(null);
  const close = () => {
    onClose();
    // The token is nowhere else in the window.
    setAdded(null);
  };
  return (
    <Dialog
      title={added === null ? text.title : text.done(visibleLine(added.connection.name))}
      open={open}
      onClose={close}
      held={added !== null}
      wide={added !== null}
    >
      {added === null ? (
        <Ask onAdded={setAdded} onClose={close} />
      ) : (
        <Token added={added} onClose={close} />
      )}
    </Dialog>
  );
}

interface AskProps {
  readonly onAdded: (added: AddedConnection) => void;
  readonly onClose: () => void;
}

function Ask({ onAdded, onClose }: AskProps) {
  const id = useId();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: (wanted: string) => inkwatch.connections.add(wanted),
    onSuccess: onAdded,
    onSettled: () => void client.invalidateQueries({ queryKey: keys.connections }),
  });
  const said = name.trim();
  const allowed = said !== '' && !add.isPending;
  const why = add.error?.message ?? null;
  return (
    <form
      className="client-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (allowed) add.mutate(said);
      }}
    >
      <div className="client-field">
        <label htmlFor={id} className="label">
          {text.name}
        </label>
        <input
          id={id}
          className="text-input"
          value={name}
          maxLength={64}
          autoComplete="off"
          aria-invalid={why !== null}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            add.reset();
            setName(event.currentTarget.value);
          }}
        />
        <p id={`${id}-hint`} className={why === null ? 'quiet' : 'client-wrong'}>
          {why ?? text.hint}
        </p>
      </div>
      <div className="client-usual">
        {clientFamilies
          .filter((family) => usual.includes(family.key))
          .map((family) => (
            <Button key={family.key} small onClick={() => setName(family.name)}>
              {family.name}
            </Button>
          ))}
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose}>{clientsText.cancel}</Button>
        <Button kind="primary" disabled={!allowed} onClick={() => add.mutate(said)}>
          {add.isPending ? text.making : text.make}
        </Button>
      </div>
    </form>
  );
}

/** The entry of the client that the connection is named after comes first. */
function ownFirst({ connection, entries }: AddedConnection): readonly ConnectEntry[] {
  const own = entries.filter((entry) => entry.name === connection.name);
  return [...own, ...entries.filter((entry) => !own.includes(entry))];
}

interface TokenProps {
  readonly added: AddedConnection;
  readonly onClose: () => void;
}

function Token({ added, onClose }: TokenProps) {
  return (
    <div className="client-form">
      <p className="client-once">{text.once}</p>
      <div className="client-token">
        <input
          className="text-input mono"
          aria-label={text.token}
          readOnly
          value={added.token}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton kind="primary" text={added.token} name={text.copyToken} />
      </div>
      <div>
        <h3 className="label">{text.entriesTitle}</h3>
        <p className="quiet">{added.entries.length === 0 ? text.noEntries : text.entriesHint}</p>
      </div>
      {/* A region that scrolls has to be reachable by keyboard: its entries are. */}
      <div className="client-entries">
        {ownFirst(added).map((entry) => (
          <EntryCard key={entry.key} entry={entry} kind="plain" />
        ))}
      </div>
      <div className="dialog-actions">
        <Button kind="primary" onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </div>
  );
}
