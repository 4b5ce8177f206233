import { BookOpenText, Search, SearchX, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { count } from '../../lib/format.ts';
import { memoryText as text } from '../../text/memory-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useShell } from '../shell/shell-store.ts';
import { DocumentList } from './document-list.tsx';
import { DocumentView } from './document-view.tsx';
import { useMemory } from './memory-store.ts';
import { Namespaces } from './namespaces.tsx';
import { useDocuments, useFreshMemory, useMemorySearch, useNamespaces } from './use-memory.ts';
import './memory-page.css';

const typingPause = 160;

/** The tree itself: namespaces, their documents, and all that is known of one. */
export function MemoryPage() {
  useFreshMemory();
  const namespaces = useNamespaces();
  const { namespace, query, chunkId, pickNamespace } = useMemory();
  const searching = query.trim() !== '';
  const known = namespaces.data;
  // Without a search one namespace is shown: the first, until another is picked.
  const shown = searching ? namespace : (namespace ?? known?.[0]?.namespace ?? null);
  if (namespaces.isError) {
    return (
      <EmptyState
        level={1}
        tone="failed"
        icon={<TriangleAlert />}
        title={text.failed.title}
        text={text.failed.text(namespaces.error.message)}
      >
        <Button onClick={() => void namespaces.refetch()}>{uiText.tryAgain}</Button>
      </EmptyState>
    );
  }
  if (known?.length === 0 && chunkId === null) return <NothingYet />;
  return (
    <div className="memory">
      <header className="memory-head">
        <div>
          <h1 className="memory-title">{text.page}</h1>
          <p className="quiet">{text.intro}</p>
        </div>
        <SearchMemory />
      </header>
      <div className="memory-panes">
        <Namespaces
          namespaces={known ?? []}
          shown={shown}
          searching={searching}
          onPick={pickNamespace}
        />
        {searching ? <Hits namespace={shown} /> : <Documents namespace={shown} />}
        <div className="memory-document">
          {chunkId === null ? (
            <EmptyState icon={<BookOpenText />} title={text.pick.title} text={text.pick.text} />
          ) : (
            <DocumentView chunkId={chunkId} />
          )}
        </div>
      </div>
    </div>
  );
}

function NothingYet() {
  const setPage = useShell((state) => state.setPage);
  return (
    <EmptyState level={1} icon={<BookOpenText />} title={text.empty.title} text={text.empty.text}>
      <Button kind="primary" onClick={() => setPage('connect')}>
        {text.empty.connect}
      </Button>
    </EmptyState>
  );
}

function SearchMemory() {
  const { query, search } = useMemory();
  const [draft, setDraft] = useState(query);
  // A tag that is clicked searches from outside.
  useEffect(() => setDraft(query), [query]);
  useEffect(() => {
    const timer = setTimeout(() => search(draft), typingPause);
    return () => clearTimeout(timer);
  }, [draft, search]);
  return (
    <search className="memory-search">
      <Search aria-hidden />
      <input
        className="text-input"
        type="search"
        id="search-memory"
        aria-label={text.search}
        placeholder={text.placeholder}
        maxLength={1000}
        autoComplete="off"
        spellCheck={false}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && draft !== '') {
            event.stopPropagation();
            setDraft('');
          }
        }}
      />
      {draft === '' ? null : (
        <button
          type="button"
          className="memory-clear"
          aria-label={text.clear}
          onClick={() => setDraft('')}
        >
          <X aria-hidden />
        </button>
      )}
    </search>
  );
}

function Documents({ namespace }: { readonly namespace: string | null }) {
  const query = useDocuments(namespace);
  const documents = query.data?.pages.flatMap((page) => page.documents) ?? [];
  return (
    <DocumentList
      key={namespace}
      documents={documents}
      state={query.isError ? query.error.message : query.data === undefined ? 'loading' : 'ready'}
      more={query.hasNextPage}
      onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
      onRetry={() => void query.refetch()}
    />
  );
}

function Hits({ namespace }: { readonly namespace: string | null }) {
  const { query, search } = useMemory();
  const found = useMemorySearch(query, namespace);
  const hits = found.data?.hits ?? [];
  if (found.data !== undefined && hits.length === 0 && !found.isPlaceholderData) {
    return (
      <div className="memory-list">
        <EmptyState
          icon={<SearchX />}
          title={text.nothing.title}
          text={[
            text.nothing.text(query.trim()),
            found.data.waiting > 0 ? text.waiting(count(found.data.waiting)) : '',
          ].join(' ')}
        >
          <Button onClick={() => search('')}>{text.nothing.clear}</Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <DocumentList
      documents={hits}
      note={
        found.data === undefined
          ? null
          : [
              text.found(hits.length, count(hits.length), found.data.more),
              found.data.waiting > 0 ? text.waiting(count(found.data.waiting)) : '',
            ]
              .filter(Boolean)
              .join(' · ')
      }
      state={found.isError ? found.error.message : found.data === undefined ? 'loading' : 'ready'}
      more={false}
      onMore={() => {}}
      onRetry={() => void found.refetch()}
    />
  );
}
