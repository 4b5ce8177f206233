import { Folder, FolderOpen } from 'lucide-react';
import type { MemoryNamespace } from '../../../shared/memory.ts';
import { visibleLine } from '../../../shared/text.ts';
import { count } from '../../lib/format.ts';
import { memoryText as text } from '../../text/memory-text.ts';

interface NamespacesProps {
  readonly namespaces: readonly MemoryNamespace[];
  readonly shown: string | null;
  /** A search can look into all of them. */
  readonly searching: boolean;
  readonly onPick: (namespace: string | null) => void;
}

export function Namespaces({ namespaces, shown, searching, onPick }: NamespacesProps) {
  return (
    <nav aria-label={text.namespaces} className="memory-spaces">
      <h2 className="label">{text.namespaces}</h2>
      <ul>
        {searching ? (
          <li>
            <Space
              name={text.all}
              count={null}
              current={shown === null}
              onPick={() => onPick(null)}
            />
          </li>
        ) : null}
        {namespaces.map(({ namespace, documents }) => (
          <li key={namespace}>
            <Space
              name={visibleLine(namespace)}
              count={count(documents)}
              current={namespace === shown}
              onPick={() => onPick(namespace)}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SpaceProps {
  readonly name: string;
  readonly count: string | null;
  readonly current: boolean;
  readonly onPick: () => void;
}

function Space({ name, count: documents, current, onPick }: SpaceProps) {
  return (
    <button
      type="button"
      className="view"
      aria-current={current ? 'true' : undefined}
      title={name}
      onClick={onPick}
    >
      {current ? <FolderOpen aria-hidden /> : <Folder aria-hidden />}
      <span className="view-name cut">{name}</span>
      {documents === null ? null : <span className="memory-count">{documents}</span>}
    </button>
  );
}
