import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { addDatabaseSchema } from '../../../shared/databases.ts';
import { inkwatch } from '../../data/api.ts';
import { settingsText } from '../../text/settings-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import '../../ui/inputs.css';

const text = settingsText.databases;

interface AddDatabaseDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function AddDatabaseDialog({ open, onClose }: AddDatabaseDialogProps) {
  return (
    <Dialog title={text.addTitle} open={open} onClose={onClose}>
      <Form onClose={onClose} />
    </Dialog>
  );
}

function Form({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [name, setName] = useState('');
  const [path, setPath] = useState('');
  const [readOnly, setReadOnly] = useState(true);
  const add = useMutation({
    mutationFn: () =>
      inkwatch.databases.add({ name: name.trim(), path: path.trim(), read_only: readOnly }),
    onSuccess: onClose,
  });
  const fits = addDatabaseSchema.shape.name.safeParse(name.trim()).success;
  const allowed = fits && path.trim() !== '' && !add.isPending;
  const wrong = name.trim() !== '' && !fits;
  return (
    <form
      className="setting-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (allowed) add.mutate();
      }}
    >
      <div className="setting-field">
        <label htmlFor={`${id}-name`} className="label">
          {text.name}
        </label>
        <input
          id={`${id}-name`}
          className="text-input"
          value={name}
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={wrong}
          aria-describedby={`${id}-name-hint`}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p id={`${id}-name-hint`} className={wrong ? 'setting-hint setting-wrong' : 'setting-hint'}>
          {text.nameHint}
        </p>
      </div>
      <div className="setting-field">
        <label htmlFor={`${id}-path`} className="label">
          {text.path}
        </label>
        <input
          id={`${id}-path`}
          className="text-input mono"
          value={path}
          maxLength={4096}
          spellCheck={false}
          autoComplete="off"
          placeholder={text.pathPlaceholder}
          aria-describedby={`${id}-path-hint`}
          onChange={(event) => {
            add.reset();
            setPath(event.currentTarget.value);
          }}
        />
        <p
          id={`${id}-path-hint`}
          className={add.isError ? 'setting-hint setting-wrong' : 'setting-hint'}
          role={add.isError ? 'alert' : undefined}
        >
          {add.isError ? add.error.message : text.pathHint}
        </p>
      </div>
      <label className="setting-check">
        <input
          type="checkbox"
          className="checkbox"
          checked={readOnly}
          onChange={(event) => setReadOnly(event.currentTarget.checked)}
        />
        {text.onlyRead}
      </label>
      {/* With two fields Enter sends nothing without it. */}
      <input type="submit" hidden />
      <div className="dialog-actions">
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button kind="primary" disabled={!allowed} onClick={() => add.mutate()}>
          {text.ok}
        </Button>
      </div>
    </form>
  );
}
