import { ArrowLeft, ArrowRight, Columns3, Minus, Plus } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { ColumnId } from '../../../shared/columns.ts';
import { useSettings } from '../../data/queries.ts';
import { columnsText as text } from '../../text/columns-text.ts';
import { writesText } from '../../text/writes-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useSet } from '../settings/use-set.ts';
import { listed, moved, resized, toggled, usualWidth } from './layout.ts';
import { type Columns, useColumns } from './use-columns.ts';
import './column-chooser.css';

const step = 16;

/** Which columns, in which order, how wide; and how high the rows. All of it without dragging. */
export function ColumnChooser() {
  const columns = useColumns();
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button
          className="columns-button"
          aria-label={text.button}
          title={text.hint}
          icon={<Columns3 aria-hidden />}
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="columns-panel"
          aria-label={text.title}
          align="end"
          sideOffset={5}
          collisionPadding={8}
        >
          <ul className="columns-list">
            {listed(columns.layout).map((id) => (
              <Line key={id} id={id} columns={columns} />
            ))}
          </ul>
          <div className="columns-foot">
            <Density />
            <button
              type="button"
              className="link-button"
              disabled={!columns.custom}
              onClick={() => columns.set(null)}
            >
              {text.reset}
            </button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Line({ id, columns }: { readonly id: ColumnId; readonly columns: Columns }) {
  const { layout, set } = columns;
  const at = layout.findIndex((column) => column.id === id);
  const shown = at >= 0;
  const name = writesText.columns[id];
  const width = layout[at]?.width ?? usualWidth(id);
  return (
    <li className="columns-line">
      <label className="columns-name">
        <input
          type="checkbox"
          className="checkbox"
          aria-label={text.shown(name)}
          checked={shown}
          disabled={id === 'what'}
          onChange={() => set(toggled(layout, id))}
        />
        {name}
        {id === 'what' ? <span className="quiet">{text.always}</span> : null}
      </label>
      {shown ? (
        <span className="columns-moves">
          <IconButton
            label={text.up(name)}
            icon={<ArrowLeft aria-hidden />}
            disabled={at === 0}
            onClick={() => set(moved(layout, id, -1))}
          />
          <IconButton
            label={text.down(name)}
            icon={<ArrowRight aria-hidden />}
            disabled={at === layout.length - 1}
            onClick={() => set(moved(layout, id, 1))}
          />
          <IconButton
            label={text.narrower(name)}
            icon={<Minus aria-hidden />}
            onClick={() => set(resized(layout, id, width - step))}
          />
          <IconButton
            label={text.wider(name)}
            icon={<Plus aria-hidden />}
            onClick={() => set(resized(layout, id, width + step))}
          />
        </span>
      ) : null}
    </li>
  );
}

function Density() {
  const { density } = useSettings().window;
  const set = useSet();
  return (
    <fieldset className="columns-density">
      <legend className="visually-hidden">{text.rows}</legend>
      {(['comfortable', 'compact'] as const).map((value) => (
        <label key={value}>
          <input
            type="radio"
            className="radio"
            name="density"
            checked={density === value}
            onChange={() => set({ window: { density: value } })}
          />
          {text[value]}
        </label>
      ))}
    </fieldset>
  );
}
