import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, FileSearch, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ImportOutcome, ImportOverview } from '../../../shared/client-files.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { count } from '../../lib/format.ts';
import { clientFilesText } from '../../text/client-files-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useToasts } from '../../ui/toast-store.ts';
import { Page } from '../shell/page.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportFiles } from './import-files.tsx';
import { isOffered } from './is-offered.ts';
import { useServersPage } from './servers-store.ts';
import './import.css';

const text = clientFilesText.import;

interface Given {
  readonly given: Readonly<Record<string, string>>;
  readonly times: number;
}

/** What can be taken over from the clients' own files, and what that would change in them. */
export function ImportView() {
  const show = useServersPage((state) => state.show);
  const [{ given, times }, setGiven] = useState<Given>({ given: {}, times: 0 });
  const [done, setDone] = useState<ImportOutcome | null>(null);
  const query = useQuery({
    // What was typed may be secret: only how often it changed is part of the key.
    queryKey: [...keys.clientFiles, 'preview', times],
    queryFn: () => inkwatch.clientFiles.previewImport({ given }),
    gcTime: 0,
    enabled: done === null,
  });
  const giveValues = (values: Readonly<Record<string, string>>) => {
    setGiven({ given: { ...given, ...values }, times: times + 1 });
  };
  return (
    <div className="import">
      <Page
        title={text.page}
        intro={text.intro}
        wide
        action={
          <Button icon={<ArrowLeft aria-hidden />} onClick={() => show({ kind: 'list' })}>
            {text.back}
          </Button>
        }
      >
        {done === null ? (
          <Preview query={query} given={given} onGiven={giveValues} onDone={setDone} />
        ) : (
          <ImportDone outcome={done} onSee={() => show({ kind: 'list' })} />
        )}
      </Page>
    </div>
  );
}

interface PreviewProps {
  readonly query: {
    readonly data: ImportOverview | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly given: Readonly<Record<string, string>>;
  readonly onGiven: (values: Readonly<Record<string, string>>) => void;
  readonly onDone: (outcome: ImportOutcome) => void;
}

function Preview({ query, given, onGiven, onDone }: PreviewProps): ReactNode {
  if (query.error !== null) {
    return (
      <EmptyState
        tone="failed"
        icon={<TriangleAlert />}
        title={text.failed.title}
        text={text.failed.text(query.error.message)}
      >
        <Button onClick={() => void query.refetch()}>{uiText.tryAgain}</Button>
      </EmptyState>
    );
  }
  if (query.data === undefined) return <p className="quiet">{text.looking}</p>;
  const { items, problems } = query.data;
  if (items.length === 0 && problems.length === 0) {
    return <EmptyState icon={<FileSearch />} title={text.none.title} text={text.none.text} />;
  }
  return <Choice overview={query.data} given={given} onGiven={onGiven} onDone={onDone} />;
}

function Choice({
  overview,
  given,
  onGiven,
  onDone,
}: Omit<PreviewProps, 'query'> & { readonly overview: ImportOverview }) {
  const client = useQueryClient();
  const say = useToasts((state) => state.say);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [point, setPoint] = useState(true);
  const chosen = overview.items.filter((item) => isOffered(item) && !left.has(item.id));
  const changed = new Set(
    chosen.flatMap(({ file, change }) => (point && change !== null ? [file] : [])),
  );
  const apply = useMutation({
    mutationFn: () =>
      inkwatch.clientFiles.import({
        given,
        items: chosen.map(({ id, digest }) => ({ id, digest })),
        point,
      }),
    onSuccess: onDone,
    onError: (error) => say({ tone: 'failed', text: error.message }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keys.servers });
      void client.invalidateQueries({ queryKey: [...keys.clientFiles, 'found'] });
    },
  });
  const choose = (id: string, wanted: boolean) => {
    const next = new Set(left);
    if (wanted) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  const files = changed.size === 0 ? null : text.files(count(changed.size));
  return (
    <>
      <ImportFiles
        overview={overview}
        left={left}
        point={point}
        onChoose={choose}
        onGiven={onGiven}
      />
      <div className="import-bar">
        <label className="import-point">
          <input
            type="checkbox"
            role="switch"
            className="switch"
            checked={point}
            aria-checked={point}
            onChange={(event) => setPoint(event.currentTarget.checked)}
          />
          <span>
            <b>{text.point}</b>
            <span className="server-under">{point ? text.pointHint : text.stay}</span>
          </span>
        </label>
        <Button
          kind="primary"
          disabled={chosen.length === 0 || apply.isPending}
          onClick={() => apply.mutate()}
        >
          {apply.isPending
            ? text.applying
            : chosen.length === 0
              ? text.nothing
              : text.apply(text.servers(count(chosen.length)), files)}
        </Button>
      </div>
    </>
  );
}
