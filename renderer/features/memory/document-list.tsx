import { useVirtualizer } from '@tanstack/react-virtual';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { MemoryDocument, MemoryHit } from '../../../shared/memory.ts';
import { visibleLine } from '../../../shared/text.ts';
import { useZone } from '../../data/queries.ts';
import { count, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { memoryText as text } from '../../text/memory-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useMemory } from './memory-store.ts';

interface DocumentListProps {
  readonly documents: readonly (MemoryDocument | MemoryHit)[];
  readonly note?: string | null;
  /** `loading`, `ready`, or why it cannot be read. */
  readonly state: string;
  readonly more: boolean;
  readonly onMore: () => void;
  readonly onRetry: () => void;
}

const height = 58;
const hitHeight = 92;
const optionId = (id: number): string => `document-${id}`;

/** One tab stop; the arrows walk, and what is walked to is shown. */
export function DocumentList(props: DocumentListProps) {
  const { documents, state, more, onMore, note = null } = props;
  const { chunkId, openChunk } = useMemory();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: documents.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (excerptOf(documents[index]) === null ? height : hitHeight),
    getItemKey: (index) => documents[index]?.id ?? index,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last > documents.length - 30) onMore();
  }, [more, last, documents.length, onMore]);

  const at = documents.findIndex((document) => document.chunk_id === chunkId);
  const go = (to: number) => {
    const document = documents[Math.min(documents.length - 1, Math.max(0, to))];
    if (document === undefined) return;
    openChunk(document.chunk_id);
    virtual.scrollToIndex(documents.indexOf(document), { align: 'auto' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: at - 1,
      k: at - 1,
      PageDown: at + 10,
      PageUp: at - 10,
      Home: 0,
      End: documents.length - 1,
      Enter: at,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  };
  if (state !== 'ready' && state !== 'loading') {
    return (
      <div className="memory-list">
        <EmptyState
          tone="failed"
          icon={<TriangleAlert />}
          title={text.failed.title}
          text={text.failed.text(state)}
        >
          <Button onClick={props.onRetry}>{uiText.tryAgain}</Button>
        </EmptyState>
      </div>
    );
  }
  const active = items.some((item) => documents[item.index]?.chunk_id === chunkId);
  return (
    <div className="memory-list">
      {note === null ? null : (
        <p className="memory-note" role="status">
          {note}
        </p>
      )}
      {state === 'loading' ? <p className="memory-note">{text.loading}</p> : null}
      <div
        ref={scroller}
        className="memory-scroll"
        role="listbox"
        aria-label={text.documents}
        aria-activedescendant={active ? optionId(documents[at]?.id ?? 0) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div
          className="memory-items"
          role="presentation"
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map((item) => {
            const document = documents[item.index];
            return document === undefined ? null : (
              <Item
                key={item.key}
                document={document}
                top={item.start}
                size={item.size}
                current={document.chunk_id === chunkId}
                position={item.index + 1}
                total={more ? -1 : documents.length}
                onOpen={() => openChunk(document.chunk_id)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

const excerptOf = (document: MemoryDocument | MemoryHit | undefined): string | null =>
  document !== undefined && 'excerpt' in document ? document.excerpt : null;

interface ItemProps {
  readonly document: MemoryDocument | MemoryHit;
  readonly top: number;
  readonly size: number;
  readonly current: boolean;
  readonly position: number;
  /** -1: not known. */
  readonly total: number;
  readonly onOpen: () => void;
}

function Item({ document, top, size, current, position, total, onOpen }: ItemProps) {
  const zone = useZone();
  const now = useMinute();
  const excerpt = excerptOf(document);
  const parts = [
    text.version(count(document.version)),
    document.notes === 0 ? null : text.notes(document.notes, count(document.notes)),
    whenInWords(document.updated_ms, zone, now),
  ].filter((part) => part !== null);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus and names the current one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list's keys open what they walk to
    <div
      role="option"
      id={optionId(document.id)}
      aria-selected={current}
      aria-posinset={position}
      aria-setsize={total}
      className="memory-item"
      style={{ transform: `translateY(${top}px)`, height: size }}
      onClick={onOpen}
    >
      <span className="memory-item-title cut">{visibleLine(document.title)}</span>
      {excerpt === null ? null : <span className="memory-excerpt">{visibleLine(excerpt)}</span>}
      <span className="memory-item-foot">
        <span className="quiet cut">{parts.join(' · ')}</span>
        {'in_note' in document && document.in_note ? <Tag>{text.inNote}</Tag> : null}
        {document.tags.slice(0, 2).map((tag) => (
          <Tag key={tag}>{visibleLine(tag)}</Tag>
        ))}
      </span>
    </div>
  );
}
