import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AddDatabase, DatabaseView } from '../../../shared/databases.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { settingsText } from '../../text/settings-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToasts } from '../../ui/toast-store.ts';
import { AddDatabaseDialog } from './add-database-dialog.tsx';
import { Setting, SettingGroup } from './setting.tsx';

const text = settingsText.databases;

/** SQLite files that agents may reach through the SQL tools; without one the tools are not offered. */
export function DatabaseSettings() {
  const client = useQueryClient();
  const say = useToasts((state) => state.say);
  const [adding, setAdding] = useState(false);
  const query = useQuery({
    queryKey: keys.databases,
    queryFn: () => inkwatch.databases.list(),
    staleTime: 0,
  });
  const again = () => void client.invalidateQueries({ queryKey: keys.databases });
  const failed = (error: Error) => say({ tone: 'failed', text: text.notChanged(error.message) });
  const putBack = (database: AddDatabase) =>
    void inkwatch.databases.add(database).then(again, failed);
  const remove = useMutation({
    mutationFn: ({ name }: DatabaseView) => inkwatch.databases.remove(name),
    onSuccess: (_, { name, path, read_only }) =>
      say({
        tone: 'ok',
        text: text.removed(visibleLine(name)),
        action: { name: text.undo, run: () => putBack({ name, path, read_only }) },
      }),
    onError: failed,
    onSettled: again,
  });
  return (
    <SettingGroup title={text.title}>
      {query.isError ? (
        <Setting name={text.unreadable} hint={query.error.message}>
          <Button onClick={() => void query.refetch()}>{uiText.tryAgain}</Button>
        </Setting>
      ) : (
        query.data?.map((view) => (
          <Database key={view.name} view={view} onRemove={() => remove.mutate(view)} />
        ))
      )}
      <Setting
        name={query.data?.length === 0 ? text.none : text.another}
        hint={query.data?.length === 0 ? text.noneHint : text.anotherHint}
      >
        <Button onClick={() => setAdding(true)}>{text.add}</Button>
      </Setting>
      <AddDatabaseDialog
        open={adding}
        onClose={() => {
          setAdding(false);
          again();
        }}
      />
    </SettingGroup>
  );
}

interface DatabaseProps {
  readonly view: DatabaseView;
  readonly onRemove: () => void;
}

function Database({ view, onRemove }: DatabaseProps) {
  const name = visibleLine(view.name);
  return (
    <div className="setting">
      <div className="setting-text">
        <p className="setting-name setting-tags">
          {name}
          {view.read_only ? <Tag>{text.readOnly}</Tag> : null}
          <FileState file={view.file} />
        </p>
        <p className="setting-hint mono selectable">{visibleLine(view.path)}</p>
      </div>
      <div className="setting-control">
        <Button aria-label={text.removeName(name)} onClick={onRemove}>
          {text.remove}
        </Button>
      </div>
    </div>
  );
}

function FileState({ file }: Pick<DatabaseView, 'file'>) {
  switch (file) {
    case 'present':
      return null;
    case 'absent':
      return <Tag tone="failed">{text.absent}</Tag>;
    case 'unknown':
      return <Tag tone="unknown">{text.unknown}</Tag>;
  }
}
