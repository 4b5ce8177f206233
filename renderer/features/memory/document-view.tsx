import { Copy, FileQuestion, TriangleAlert } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { MemoryDetail } from '../../../shared/memory.ts';
import { visibleLine } from '../../../shared/text.ts';
import { copyText } from '../../lib/copy-text.ts';
import { count } from '../../lib/format.ts';
import { memoryText as text } from '../../text/memory-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToasts } from '../../ui/toast-store.ts';
import { DocumentVersions } from './document-versions.tsx';
import { DocumentWrites } from './document-writes.tsx';
import { type MemoryTab, useMemory } from './memory-store.ts';
import { NotesTab } from './notes-tab.tsx';
import { TagsTab } from './tags-tab.tsx';
import { useMemoryDetail } from './use-memory.ts';
import './document-view.css';

const tabs: readonly MemoryTab[] = ['text', 'versions', 'notes', 'tags', 'writes'];

/** All that is known of one document. */
export function DocumentView({ chunkId }: { readonly chunkId: string }) {
  const query = useMemoryDetail(chunkId);
  if (query.isError) {
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
  if (query.data === undefined) return <p className="memory-note">{text.loading}</p>;
  if (query.data === null) {
    return <EmptyState icon={<FileQuestion />} title={text.gone.title} text={text.gone.text} />;
  }
  return <Document detail={query.data} />;
}

function Document({ detail }: { readonly detail: MemoryDetail }) {
  const { tab, setTab } = useMemory();
  const names: Readonly<Record<MemoryTab, string>> = {
    text: text.tabs.text,
    versions: text.tabs.versions(count(detail.versions_total)),
    notes: text.tabs.notes(count(detail.chunk?.notes.length ?? 0)),
    tags: text.tabs.tags(count(detail.chunk?.tags.length ?? 0)),
    writes: text.tabs.writes(count(detail.writes.length)),
  };
  return (
    <article className="document" aria-label={visibleLine(detail.title)}>
      <h2 className="document-title selectable">{visibleLine(detail.title)}</h2>
      <p className="document-line">
        <span className="mono selectable cut">{visibleLine(detail.namespace)}</span>
        {detail.chunk === null ? <Tag tone="refused">{text.takenBack}</Tag> : null}
        <span className="mono quiet selectable cut">{detail.chunk_id}</span>
        <CopyId id={detail.chunk_id} />
      </p>
      <Tabs.Root
        value={tab}
        onValueChange={(value) => setTab(tabs.find((known) => known === value) ?? 'text')}
      >
        <Tabs.List className="tabs" aria-label={text.tabsLabel}>
          {tabs.map((name) => (
            <Tabs.Trigger key={name} value={name} className="tab">
              {names[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="text" className="tab-content">
          <TextTab detail={detail} />
        </Tabs.Content>
        <Tabs.Content value="versions" className="tab-content">
          <DocumentVersions detail={detail} />
        </Tabs.Content>
        <Tabs.Content value="notes" className="tab-content">
          <NotesTab chunk={detail.chunk} />
        </Tabs.Content>
        <Tabs.Content value="tags" className="tab-content">
          <TagsTab detail={detail} />
        </Tabs.Content>
        <Tabs.Content value="writes" className="tab-content">
          <DocumentWrites detail={detail} />
        </Tabs.Content>
      </Tabs.Root>
    </article>
  );
}

function CopyId({ id }: { readonly id: string }) {
  const copy = async () => {
    const done = await copyText(id);
    useToasts
      .getState()
      .say(
        done ? { tone: 'ok', text: uiText.copied } : { tone: 'failed', text: uiText.copyFailed },
      );
  };
  return <IconButton label={text.copyId} icon={<Copy aria-hidden />} onClick={() => void copy()} />;
}

function TextTab({ detail }: { readonly detail: MemoryDetail }) {
  const { chunk } = detail;
  if (chunk === null || chunk.content === '') return <p className="quiet">{text.noText}</p>;
  return (
    <>
      <div className="document-text">
        <LongText text={chunk.content} limit={8000} />
      </div>
      {chunk.content.length < chunk.content_length ? (
        <p className="change-note">
          {text.cut(count(chunk.content.length), count(chunk.content_length))}
        </p>
      ) : null}
    </>
  );
}
