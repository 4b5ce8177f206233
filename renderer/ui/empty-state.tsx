import type { ReactNode } from 'react';
import './empty-state.css';

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly tone?: 'plain' | 'failed';
  readonly children?: ReactNode;
}

/** Why there is nothing here, and the one thing to do about it. */
export function EmptyState({ icon, title, text, tone = 'plain', children }: EmptyStateProps) {
  return (
    <div className={`empty empty-${tone}`} role={tone === 'failed' ? 'alert' : 'status'}>
      <span className="empty-icon" aria-hidden>
        {icon}
      </span>
      <h2 className="empty-title">{title}</h2>
      <p className="empty-text selectable">{text}</p>
      {children === undefined ? null : <div className="empty-actions">{children}</div>}
    </div>
  );
}
