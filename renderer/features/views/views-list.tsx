import {
  ArrowDown,
  ArrowUp,
  Bookmark,
  Ellipsis,
  Pencil,
  Plus,
  Replace,
  Trash2,
} from 'lucide-react';
import { printQuery } from '../../../shared/query/print.ts';
import { visibleLine } from '../../../shared/text.ts';
import type { SavedView } from '../../../shared/views.ts';
import { useMinute } from '../../lib/now.ts';
import { viewsText as text } from '../../text/views-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToasts } from '../../ui/toast-store.ts';
import { useColumns } from '../columns/use-columns.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useShell } from '../shell/shell-store.ts';
import { useOpenView, usePutViews, useViews } from './use-views.ts';
import { useViewDialog } from './view-dialog-store.ts';
import { asksFor, movedView, removed, replaced, type Views } from './view-edits.ts';
import './views-list.css';

/** Searches with a name, in the order that their person gave them. */
export function ViewsList() {
  const query = useViews();
  const views = query.data ?? [];
  const filter = useFilter((state) => state.filter);
  const page = useShell((state) => state.page);
  const now = useMinute();
  const name = useViewDialog((state) => state.name);
  return (
    <section aria-label={text.title} className="saved">
      <div className="saved-head">
        <h2 className="label">{text.title}</h2>
        <IconButton
          label={text.save}
          title={text.saveHint}
          icon={<Plus aria-hidden />}
          onClick={() => name('new')}
        />
      </div>
      {query.isError ? <p className="saved-none">{text.unread}</p> : null}
      {query.isSuccess && views.length === 0 ? <p className="saved-none">{text.none}</p> : null}
      <ul>
        {views.map((view, at) => (
          <View
            key={view.id}
            view={view}
            views={views}
            at={at}
            current={page === 'writes' && asksFor(view, filter, now)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ViewProps {
  readonly view: SavedView;
  readonly views: Views;
  readonly at: number;
  readonly current: boolean;
}

function View({ view, views, at, current }: ViewProps) {
  const open = useOpenView();
  const put = usePutViews();
  const name = useViewDialog((state) => state.name);
  const { layout } = useColumns();
  const shown = visibleLine(view.name);
  // Deleting and replacing are undone by the list as it was.
  const say = (message: string) => () =>
    useToasts.getState().say({
      tone: 'plain',
      text: message,
      action: { name: text.undo, run: () => put(views) },
    });
  const replace = () => {
    const query = printQuery(useFilter.getState().filter);
    const columns = view.columns === null ? null : layout;
    put(replaced(views, view.id, { query, columns }), say(text.updated(shown)));
  };
  return (
    <li className="saved-line">
      <button
        type="button"
        className="view saved-view"
        aria-current={current ? 'true' : undefined}
        title={visibleLine(text.open(view.query))}
        onClick={() => open(view)}
      >
        <Bookmark aria-hidden />
        <span className="view-name cut">{shown}</span>
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton
            className="saved-more"
            label={text.more(shown)}
            icon={<Ellipsis aria-hidden />}
          />
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => name({ id: view.id })}>
          {text.rename}
        </MenuItem>
        <MenuItem icon={<Replace aria-hidden />} onSelect={replace}>
          {text.update}
        </MenuItem>
        <MenuItem
          icon={<ArrowUp aria-hidden />}
          disabled={at === 0}
          onSelect={() => put(movedView(views, view.id, -1))}
        >
          {text.up}
        </MenuItem>
        <MenuItem
          icon={<ArrowDown aria-hidden />}
          disabled={at === views.length - 1}
          onSelect={() => put(movedView(views, view.id, 1))}
        >
          {text.down}
        </MenuItem>
        <MenuItem
          icon={<Trash2 aria-hidden />}
          onSelect={() => put(removed(views, view.id), say(text.removed(shown)))}
        >
          {text.remove}
        </MenuItem>
      </Menu>
    </li>
  );
}
