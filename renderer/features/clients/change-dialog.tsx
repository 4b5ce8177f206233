import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { ConnectionView } from '../../../shared/connections.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { useSettings } from '../../data/queries.ts';
import { count } from '../../lib/format.ts';
import { clientsText as text } from '../../text/clients-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useChangeConnection, useRevoke } from './use-connections.ts';
import '../../ui/inputs.css';

/** What a person is asked about one connection. */
export interface ConnectionQuestion {
  readonly kind: 'rename' | 'pin' | 'limit' | 'revoke';
  readonly view: ConnectionView;
}

interface ChangeDialogProps {
  readonly question: ConnectionQuestion | null;
  readonly onClose: () => void;
}

export function ChangeDialog({ question, onClose }: ChangeDialogProps) {
  return (
    <Dialog
      title={question === null ? '' : titleOf(question)}
      open={question !== null}
      onClose={onClose}
    >
      {question === null ? null : <Question question={question} onClose={onClose} />}
    </Dialog>
  );
}

function titleOf({ kind, view }: ConnectionQuestion): string {
  const name = visibleLine(view.name);
  switch (kind) {
    case 'rename':
      return text.renameDialog.title(name);
    case 'pin':
      return text.pinDialog.title(name);
    case 'limit':
      return text.limitDialog.title(name);
    case 'revoke':
      return text.revokeDialog.title(name);
  }
}

interface QuestionProps {
  readonly question: ConnectionQuestion;
  readonly onClose: () => void;
}

function Question({ question, onClose }: QuestionProps) {
  const { kind, view } = question;
  switch (kind) {
    case 'rename':
      return <Rename view={view} onClose={onClose} />;
    case 'pin':
      return <Pin view={view} onClose={onClose} />;
    case 'limit':
      return <Limit view={view} onClose={onClose} />;
    case 'revoke':
      return <Revoke view={view} onClose={onClose} />;
  }
}

interface AnswerProps {
  readonly view: ConnectionView;
  readonly onClose: () => void;
}

interface FormProps {
  readonly ok: string;
  readonly allowed: boolean;
  readonly onOk: () => void;
  readonly onClose: () => void;
  /** Takes back what the question is about; null: nothing is set. */
  readonly clear?: { readonly name: string; readonly run: () => void } | null;
  readonly children: ReactNode;
}

function Form({ ok, allowed, onOk, onClose, clear = null, children }: FormProps) {
  const finish = (run: () => void) => () => {
    run();
    onClose();
  };
  return (
    <form
      className="client-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (allowed) finish(onOk)();
      }}
    >
      {children}
      <div className="dialog-actions">
        {clear === null ? null : (
          <Button className="client-clear" onClick={finish(clear.run)}>
            {clear.name}
          </Button>
        )}
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button kind="primary" disabled={!allowed} onClick={finish(onOk)}>
          {ok}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly hint: string;
  readonly wrong?: boolean;
  readonly value: string;
  readonly most: number;
  readonly options?: readonly string[];
  readonly numeric?: boolean;
  readonly onChange: (value: string) => void;
}

function Field(props: FieldProps) {
  const id = useId();
  return (
    <div className="client-field">
      <label htmlFor={id} className="label">
        {props.name}
      </label>
      <input
        id={id}
        className="text-input"
        value={props.value}
        maxLength={props.most}
        autoComplete="off"
        spellCheck={false}
        {...(props.numeric === true ? { inputMode: 'numeric' as const } : {})}
        {...(props.options === undefined ? {} : { list: `${id}-options` })}
        aria-invalid={props.wrong === true}
        aria-describedby={`${id}-hint`}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
      />
      {props.options === undefined ? null : (
        <datalist id={`${id}-options`}>
          {props.options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      <p id={`${id}-hint`} className={props.wrong === true ? 'client-wrong' : 'quiet'}>
        {props.hint}
      </p>
    </div>
  );
}

function Rename({ view, onClose }: AnswerProps) {
  const change = useChangeConnection();
  const [name, setName] = useState(view.name);
  const said = name.trim();
  return (
    <Form
      ok={text.renameDialog.ok}
      allowed={said !== '' && said !== view.name}
      onOk={() => change(view, { name: said })}
      onClose={onClose}
    >
      <Field
        name={text.renameDialog.name}
        hint={text.newDialog.hint}
        value={name}
        most={64}
        onChange={setName}
      />
    </Form>
  );
}

function Pin({ view, onClose }: AnswerProps) {
  const change = useChangeConnection();
  const [name, setName] = useState(view.pinned?.name ?? '');
  const said = name.trim();
  const known = useQuery({
    queryKey: [...keys.connections, 'namespaces'],
    queryFn: () => inkwatch.memory.namespaces(),
  }).data?.map(({ namespace }) => namespace);
  const absent = said !== '' && known !== undefined && !known.includes(said);
  return (
    <Form
      ok={text.pinDialog.ok}
      allowed={said !== '' && said !== view.pinned?.name}
      onOk={() => change(view, { pinned_namespace: said })}
      onClose={onClose}
      clear={
        view.pinned === null
          ? null
          : {
              name: text.pinDialog.clear,
              run: () => change(view, { pinned_namespace: null }),
            }
      }
    >
      <Field
        name={text.pinDialog.name}
        hint={absent ? text.pinDialog.absent : text.pinDialog.hint}
        value={name}
        most={128}
        options={known ?? []}
        onChange={setName}
      />
    </Form>
  );
}

function Limit({ view, onClose }: AnswerProps) {
  const change = useChangeConnection();
  const all = useSettings().policy.writesPerHour;
  const [value, setValue] = useState(String(view.writes_per_hour ?? all ?? 600));
  const limit = /^\d{1,7}$/.test(value.trim()) ? Number(value) : 0;
  const allowed = limit >= 1 && limit <= 1_000_000;
  return (
    <Form
      ok={text.limitDialog.ok}
      allowed={allowed && limit !== view.writes_per_hour}
      onOk={() => change(view, { writes_per_hour: limit })}
      onClose={onClose}
      clear={
        view.writes_per_hour === null
          ? null
          : {
              name: text.limitDialog.clear,
              run: () => change(view, { writes_per_hour: null }),
            }
      }
    >
      <Field
        name={text.limitDialog.name}
        hint={
          allowed ? text.limitDialog.hint(all === null ? null : count(all)) : text.limitDialog.wrong
        }
        wrong={!allowed}
        value={value}
        most={9}
        numeric
        onChange={setValue}
      />
    </Form>
  );
}

function Revoke({ view, onClose }: AnswerProps) {
  const revoke = useRevoke();
  return (
    <Form ok={text.revokeDialog.ok} allowed onOk={() => revoke(view)} onClose={onClose}>
      <p className="quiet">{text.revokeDialog.text}</p>
    </Form>
  );
}
