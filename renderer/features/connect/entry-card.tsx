import type { ConnectEntry } from '../../../shared/answers.ts';
import { connectText as text } from '../../text/connect-text.ts';
import type { ButtonKind } from '../../ui/button.tsx';
import { ClientBadge } from '../../ui/client-badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import './connect.css';

const badges: Readonly<Record<ConnectEntry['key'], string | null>> = {
  'claude-code': 'mcp:claude-code',
  'claude-desktop': 'mcp:claude-desktop',
  cursor: 'mcp:cursor',
  'vs-code': 'mcp:vscode',
  other: null,
};

/** One client's entry, ready to be copied. */
interface EntryCardProps {
  readonly entry: ConnectEntry;
  readonly kind?: ButtonKind;
}

export function EntryCard({ entry, kind = 'primary' }: EntryCardProps) {
  const badge = badges[entry.key];
  return (
    <section className="connect-card" aria-label={entry.name}>
      <h2 className="connect-name">
        {badge === null ? null : <ClientBadge clientInfo={badge} name={entry.name} large />}
        {entry.name}
      </h2>
      <p className="connect-how quiet">{entry.how}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where it is long */}
      <pre className="connect-code mono selectable" tabIndex={0}>
        {entry.shown}
      </pre>
      <div>
        <CopyButton kind={kind} text={entry.text} name={text.copyShort} />
      </div>
    </section>
  );
}
