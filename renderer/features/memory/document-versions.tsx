import { useState } from 'react';
import type { MemoryDetail, MemoryVersion } from '../../../shared/memory.ts';
import { useZone } from '../../data/queries.ts';
import { count, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { detailsText } from '../../text/details-text.ts';
import { memoryText as text } from '../../text/memory-text.ts';
import { LongText } from '../../ui/long-text.tsx';
import { TextChange } from '../details/text-change.tsx';
import { useMemoryText } from './use-memory.ts';
import { WriteLink } from './write-link.tsx';

/** Every version, newest first, each with its difference to the one before. */
export function DocumentVersions({ detail }: { readonly detail: MemoryDetail }) {
  const { versions, versions_total: total } = detail;
  return (
    <>
      <ol className="versions">
        {versions.map((version, at) => (
          <Version
            key={version.version}
            chunkId={detail.chunk_id}
            version={version}
            before={
              versions.slice(at + 1).find((older) => older.content_length !== null)?.version ?? null
            }
          />
        ))}
      </ol>
      {versions.length < total ? (
        <p className="quiet">{text.versionsShown(count(versions.length), count(total))}</p>
      ) : null}
    </>
  );
}

interface VersionProps {
  readonly chunkId: string;
  readonly version: MemoryVersion;
  /** The nearest older one with a text; null: this is the first. */
  readonly before: number | null;
}

function Version({ chunkId, version, before }: VersionProps) {
  const [open, setOpen] = useState(false);
  const zone = useZone();
  const now = useMinute();
  const length = version.content_length;
  return (
    <li className="version">
      <div className="version-head">
        <span className="version-number">{detailsText.version(count(version.version))}</span>
        <span className="quiet">
          {whenInWords(version.created_ms, zone, now)} ·{' '}
          {length === null ? text.gap : text.size(count(length))}
        </span>
        <WriteLink id={version.write_id} />
        {length === null ? null : (
          <button
            type="button"
            className="link-button version-toggle"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? text.hide : text.compare}
          </button>
        )}
      </div>
      {open ? <Difference chunkId={chunkId} version={version.version} before={before} /> : null}
    </li>
  );
}

interface DifferenceProps {
  readonly chunkId: string;
  readonly version: number;
  readonly before: number | null;
}

function Difference({ chunkId, version, before }: DifferenceProps) {
  const after = useMemoryText(chunkId, version, true);
  const older = useMemoryText(chunkId, before ?? 0, before !== null);
  const error = after.error ?? older.error;
  if (error !== null) return <p className="quiet">{text.failed.text(error.message)}</p>;
  if (after.data === undefined || (before !== null && older.data === undefined)) {
    return <p className="quiet">{text.comparing}</p>;
  }
  const now = after.data?.content ?? '';
  if (before === null) {
    return (
      <>
        <p className="change-note">{text.first}</p>
        <div className="change-box change-added">
          <LongText text={now} limit={4000} />
        </div>
      </>
    );
  }
  return <TextChange before={older.data?.content ?? ''} after={now} />;
}
