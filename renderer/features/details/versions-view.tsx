import { useState } from 'react';
import type { ChunkVersion, WriteDetail } from '../../../shared/answers.ts';
import { visibleLine } from '../../../shared/text.ts';
import { useZone } from '../../data/queries.ts';
import { count, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { detailsText } from '../../text/details-text.ts';
import { LongText } from '../../ui/long-text.tsx';
import { Tag } from '../../ui/tag.tsx';

const text = detailsText.versions;

interface VersionsViewProps {
  readonly detail: WriteDetail;
  readonly onOpenWrite: (id: number) => void;
}

/** Every version that is kept, newest first; none was overwritten silently. */
export function VersionsView({ detail, onOpenWrite }: VersionsViewProps) {
  if (detail.versions.length === 0) return <p className="quiet">{text.none}</p>;
  return (
    <ol className="versions">
      {detail.versions.map((version) => (
        <Version
          key={version.version}
          version={version}
          mine={version.version === detail.made_version}
          onOpenWrite={onOpenWrite}
        />
      ))}
    </ol>
  );
}

interface VersionProps {
  readonly version: ChunkVersion;
  readonly mine: boolean;
  readonly onOpenWrite: (id: number) => void;
}

function Version({ version, mine, onOpenWrite }: VersionProps) {
  const [open, setOpen] = useState(false);
  const zone = useZone();
  const now = useMinute();
  const { write_id: write } = version;
  const number = count(version.version);
  return (
    <li className="version">
      <div className="version-head">
        <span className="version-number">{detailsText.version(number)}</span>
        {mine ? <Tag tone="ink">{text.this}</Tag> : null}
        <button
          type="button"
          className="link-button version-toggle"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? text.hide : text.show}
        </button>
      </div>
      <p className="quiet version-line">
        {write === null || mine ? (
          whenInWords(version.created_ms, zone, now)
        ) : (
          <button
            type="button"
            className="link-button"
            title={text.open(number)}
            onClick={() => onOpenWrite(write)}
          >
            {whenInWords(version.created_ms, zone, now)}
          </button>
        )}
        {' · '}
        {text.size(count(version.content_length))}
      </p>
      {open ? (
        <div className="change-box">
          <p className="strong">{visibleLine(version.title)}</p>
          <LongText text={version.content} limit={4000} />
        </div>
      ) : null}
    </li>
  );
}
