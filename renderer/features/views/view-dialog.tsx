import { useState } from 'react';
import { describeFilter } from '../../../shared/query/describe.ts';
import { printQuery } from '../../../shared/query/print.ts';
import { longestViewName, mostViews } from '../../../shared/views.ts';
import { useFacetsQuery } from '../../data/queries.ts';
import { viewsText } from '../../text/views-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToasts } from '../../ui/toast-store.ts';
import { useColumns } from '../columns/use-columns.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useFilterAt } from '../filters/use-filter-at.ts';
import { usePutViews, useViews } from './use-views.ts';
import { useViewDialog } from './view-dialog-store.ts';
import { renamed } from './view-edits.ts';
import './view-dialog.css';

const text = viewsText.dialog;

/** Gives what is shown a name, or a view another one. */
export function ViewDialog() {
  const { naming, name } = useViewDialog();
  return (
    <Dialog
      title={naming === 'new' ? text.save : text.rename}
      open={naming !== null}
      onClose={() => name(null)}
    >
      {naming === null ? null : <Form naming={naming} onClose={() => name(null)} />}
    </Dialog>
  );
}

interface FormProps {
  readonly naming: 'new' | { readonly id: string };
  readonly onClose: () => void;
}

function Form({ naming, onClose }: FormProps) {
  const views = useViews().data ?? [];
  const put = usePutViews();
  const filter = useFilter((state) => state.filter);
  const known = useFacetsQuery(useFilterAt()).data;
  const { layout } = useColumns();
  const old = naming === 'new' ? undefined : views.find((view) => view.id === naming.id);
  const what = describeFilter(filter, known ?? {});
  const [value, setValue] = useState(old?.name ?? firstUpper(what).slice(0, longestViewName));
  const [columns, setColumns] = useState(false);
  const said = value.trim();
  const save = () => {
    if (said === '') return;
    if (naming !== 'new') put(renamed(views, naming.id, said));
    else if (views.length >= mostViews) {
      useToasts.getState().say({ tone: 'failed', text: viewsText.full });
    } else {
      const view = {
        id: crypto.randomUUID(),
        name: said,
        query: printQuery(filter),
        columns: columns ? layout : null,
      };
      put([...views, view]);
    }
    onClose();
  };
  return (
    <form
      className="view-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label className="view-name">
        <span className="label">{text.name}</span>
        <input
          className="text-input"
          value={value}
          maxLength={longestViewName}
          onChange={(event) => setValue(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      {naming === 'new' ? (
        <>
          <p className="quiet">
            {text.what}: {what}
          </p>
          <label className="view-columns">
            <input
              type="checkbox"
              className="checkbox"
              checked={columns}
              onChange={(event) => setColumns(event.currentTarget.checked)}
            />
            {text.columns}
          </label>
        </>
      ) : null}
      <div className="view-buttons">
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button kind="primary" disabled={said === ''} onClick={save}>
          {text.ok}
        </Button>
      </div>
    </form>
  );
}

const firstUpper = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
