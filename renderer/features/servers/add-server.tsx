import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { UpstreamConfig } from '../../../shared/upstream.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { useAppState } from '../../data/queries.ts';
import { serversText } from '../../text/servers-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToasts } from '../../ui/toast-store.ts';
import { configOfForm, emptyForm, type ServerField, type ServerForm } from './server-form.ts';
import { useServersPage } from './servers-store.ts';
import '../../ui/inputs.css';
import './server-form.css';

const text = serversText.form;
const kinds = ['stdio', 'http', 'sse'] as const;

interface AddServerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A server by hand: a command, or an address. */
export function AddServer({ open, onClose }: AddServerProps) {
  return (
    <Dialog title={text.title} open={open} onClose={onClose} wide>
      {open ? <AddForm onClose={onClose} /> : null}
    </Dialog>
  );
}

interface Wrong {
  readonly field: ServerField;
  readonly why: string;
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const id = useId();
  const kept = useAppState().data?.secrets;
  const say = useToasts((state) => state.say);
  const show = useServersPage((state) => state.show);
  const [form, setForm] = useState<ServerForm>(emptyForm);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const add = useMutation({
    mutationFn: (config: UpstreamConfig) => inkwatch.servers.add({ config }),
    onSuccess: async (view) => {
      await client.invalidateQueries({ queryKey: keys.servers });
      say({ tone: 'ok', text: serversText.said.added(view.name) });
      onClose();
      show({ kind: 'server', name: view.name });
    },
    // What only the core knows is the name: it is taken, or it is Inkwatch's own.
    onError: (error) => setWrong({ field: 'name', why: error.message }),
  });
  const set = (part: Partial<ServerForm>) => {
    setWrong(null);
    setForm({ ...form, ...part });
  };
  const submit = () => {
    if (add.isPending) return;
    const answer = configOfForm(form);
    if (answer.kind === 'config') add.mutate(answer.config);
    else {
      setWrong(answer);
      document.getElementById(`${id}-${answer.field}`)?.focus();
    }
  };
  const field = (name: ServerField, more: { readonly lines?: number; readonly mono?: boolean }) => (
    <Field
      id={`${id}-${name}`}
      name={text[name]}
      hint={text[`${name}Hint`]}
      why={wrong?.field === name ? wrong.why : null}
      value={form[name]}
      onChange={(value) => set({ [name]: value })}
      {...more}
    />
  );
  return (
    <form
      className="server-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {field('name', {})}
      <fieldset className="server-kinds">
        <legend className="label">{text.kind}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              className="radio"
              name={`${id}-kind`}
              checked={form.kind === kind}
              onChange={() => set({ kind })}
            />
            {text.kinds[kind]}
          </label>
        ))}
      </fieldset>
      {form.kind === 'stdio' ? (
        <>
          {field('command', { mono: true })}
          {field('cwd', { mono: true })}
          {field('env', { mono: true, lines: 2 })}
        </>
      ) : (
        <>
          {field('url', { mono: true })}
          {field('headers', { mono: true, lines: 2 })}
        </>
      )}
      {kept === undefined ? null : <p className="quiet">{text.kept[kept]}</p>}
      {/* Enter in a field: a form with several of them only knows it with a button of its own. */}
      <button type="submit" hidden tabIndex={-1} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{serversText.cancel}</Button>
        <Button kind="primary" disabled={add.isPending} onClick={submit}>
          {add.isPending ? text.adding : text.ok}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly why: string | null;
  readonly value: string;
  readonly lines?: number;
  readonly mono?: boolean;
  readonly onChange: (value: string) => void;
}

function Field({ id, name, hint, why, value, lines, mono = false, onChange }: FieldProps) {
  const common = {
    id,
    value,
    className: mono ? 'text-input mono' : 'text-input',
    autoComplete: 'off',
    spellCheck: false,
    'aria-invalid': why !== null,
    'aria-describedby': `${id}-hint`,
  } as const;
  return (
    <div className="server-field">
      <label htmlFor={id} className="label">
        {name}
      </label>
      {lines === undefined ? (
        <input {...common} onChange={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <textarea
          {...common}
          rows={lines}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <p
        id={`${id}-hint`}
        className={why === null ? 'quiet' : 'server-wrong'}
        role={why === null ? undefined : 'alert'}
      >
        {why ?? hint}
      </p>
    </div>
  );
}
