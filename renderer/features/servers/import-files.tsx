import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { ImportOverview, ImportProblem, OfferedItem } from '../../../shared/client-files.ts';
import { visibleLine } from '../../../shared/text.ts';
import { clientFilesText } from '../../text/client-files-text.ts';
import { Button } from '../../ui/button.tsx';
import { ClientBadge } from '../../ui/client-badge.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { EntryChange } from '../client-files/entry-change.tsx';
import { isOffered } from './is-offered.ts';
import '../../ui/inputs.css';
import './server-form.css';

const text = clientFilesText.import;

interface ImportFilesProps {
  readonly overview: ImportOverview;
  /** Ids of entries that the person leaves out. */
  readonly left: ReadonlySet<string>;
  readonly point: boolean;
  readonly onChoose: (id: string, wanted: boolean) => void;
  readonly onGiven: (values: Readonly<Record<string, string>>) => void;
}

/** One card per file, with its entries. */
export function ImportFiles({ overview, ...rest }: ImportFilesProps) {
  const files = grouped(overview.items);
  return (
    <>
      {files.map(([file, items]) => (
        <section key={file} className="import-file" aria-label={visibleLine(file)}>
          <FileHead client={items[0]} file={file} />
          <ul>
            {items.map((item) => (
              <Item key={item.id} item={item} {...rest} />
            ))}
          </ul>
        </section>
      ))}
      {overview.problems.map((problem) => (
        <Problem key={problem.file} problem={problem} />
      ))}
    </>
  );
}

function grouped(
  items: readonly OfferedItem[],
): readonly (readonly [string, readonly [OfferedItem, ...OfferedItem[]]])[] {
  const groups = new Map<string, [OfferedItem, ...OfferedItem[]]>();
  for (const item of items) {
    const group = groups.get(item.file);
    if (group === undefined) groups.set(item.file, [item]);
    else group.push(item);
  }
  return [...groups];
}

interface FileHeadProps {
  readonly client: Pick<ImportProblem, 'client' | 'client_name'>;
  readonly file: string;
}

function FileHead({ client, file }: FileHeadProps) {
  return (
    <h2 className="import-file-head">
      <ClientBadge clientInfo={`mcp:${client.client}`} name={client.client_name} large />
      <span>
        {client.client_name}
        <span className="import-path mono selectable">{visibleLine(file)}</span>
      </span>
    </h2>
  );
}

function Problem({ problem }: { readonly problem: ImportProblem }) {
  return (
    <section className="import-file" aria-label={visibleLine(problem.file)}>
      <FileHead client={problem} file={problem.file} />
      <p className="import-problem">
        <TriangleAlert aria-hidden />
        <span className="selectable">
          <b>{text.problems}.</b> {visibleLine(problem.why)}
        </span>
      </p>
    </section>
  );
}

const tones = {
  new: 'ok',
  same: 'plain',
  'needs-values': 'refused',
  own: 'plain',
  unsupported: 'failed',
} as const satisfies Record<OfferedItem['state'], TagTone>;

interface ItemProps extends Omit<ImportFilesProps, 'overview'> {
  readonly item: OfferedItem;
}

function Item({ item, left, point, onChoose, onGiven }: ItemProps) {
  const id = useId();
  const entry = visibleLine(item.entry);
  const offered = isOffered(item);
  return (
    <li className={offered ? 'import-item' : 'import-item import-item-not'}>
      <input
        id={id}
        type="checkbox"
        className="checkbox"
        aria-label={text.choose(entry)}
        disabled={!offered}
        checked={offered && !left.has(item.id)}
        onChange={(event) => onChoose(item.id, event.currentTarget.checked)}
      />
      <div className="import-item-body">
        <p className="import-item-head">
          <label htmlFor={id} className="import-entry">
            {entry}
          </label>
          <Tag tone={tones[item.state]}>{text.states[item.state]}</Tag>
          {item.project === null ? null : (
            <span className="quiet cut">{text.project(visibleLine(item.project))}</span>
          )}
        </p>
        {item.shown === null ? null : (
          <p className="import-target mono selectable">
            {visibleLine(item.shown.target)}
            {item.shown.values.map((value) => (
              <span key={value} className="quiet import-value">
                {visibleLine(value)}
              </span>
            ))}
          </p>
        )}
        {[item.why, ...item.notes, item.cannot_change ?? ''].filter(Boolean).map((line) => (
          <p key={line} className="quiet import-note selectable">
            {visibleLine(line)}
          </p>
        ))}
        {item.state === 'needs-values' ? <Values item={item} onGiven={onGiven} /> : null}
        {point && item.change !== null && !left.has(item.id) ? (
          <EntryChange change={item.change} />
        ) : null}
      </div>
    </li>
  );
}

function Values({ item, onGiven }: Pick<ItemProps, 'item' | 'onGiven'>) {
  const id = useId();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const open = [...new Set(item.placeholders.flatMap((one) => (one.known ? [] : [one.text])))];
  const whole = open.every((name) => (values[name] ?? '') !== '');
  return (
    <form
      className="import-values"
      onSubmit={(event) => {
        event.preventDefault();
        if (whole) onGiven(values);
      }}
    >
      {open.map((name) => (
        <div key={name} className="server-field">
          <label className="label" htmlFor={`${id}-${name}`}>
            {text.placeholder(visibleLine(name))}
          </label>
          <input
            id={`${id}-${name}`}
            type="password"
            className="text-input"
            autoComplete="off"
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        </div>
      ))}
      <button type="submit" hidden tabIndex={-1} />
      <Button small disabled={!whole} onClick={() => onGiven(values)}>
        {text.useValues}
      </Button>
      <p className="quiet">{text.placeholderHint}</p>
    </form>
  );
}
