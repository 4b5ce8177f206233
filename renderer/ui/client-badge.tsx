import { clientFamilyOf } from '../../shared/client-names.ts';
import './client-badge.css';

interface ClientBadgeProps {
  readonly clientInfo: string;
  /** What a person reads beside it; an unknown client's badge shows its first letter. */
  readonly name: string;
  readonly large?: boolean;
}

export function ClientBadge({ clientInfo, name, large = false }: ClientBadgeProps) {
  const badge = clientFamilyOf(clientInfo)?.badge;
  const letter = badge?.letter ?? firstLetter(name);
  return (
    <span
      className={large ? 'client-badge client-badge-large' : 'client-badge'}
      style={badge === undefined ? undefined : { background: badge.color }}
      aria-hidden
    >
      {letter}
    </span>
  );
}

function firstLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '?';
}
