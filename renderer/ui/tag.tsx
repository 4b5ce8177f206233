import type { ReactNode } from 'react';
import './tag.css';

export type TagTone = 'plain' | 'ok' | 'failed' | 'refused' | 'unknown' | 'ink';

export function Tag({
  tone = 'plain',
  children,
}: {
  readonly tone?: TagTone;
  readonly children: ReactNode;
}) {
  return <span className={`tag tag-${tone}`}>{children}</span>;
}
