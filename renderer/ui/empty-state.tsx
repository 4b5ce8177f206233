import type { ReactNode } from 'react';
import './empty-state.css';

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly tone?: 'plain' | 'failed';
  /** 1 where it is the whole page. */
  readonly level?: 1 | 2;
  readonly children?: ReactNode;
}

/** Why there is nothing here, and the one thing to do about it. */
export function EmptyState({
  icon,
  title,
  text,
  tone = 'plain',
  level = 2,
  children,
}: EmptyStateProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className={`empty empty-${tone}`} role={tone === 'failed' ? 'alert' : 'status'}>
      <span className="empty-icon" aria-hidden>
        {icon}
      </span>
      <Title className="empty-title">{title}</Title>
      <p className="empty-text selectable">{text}</p>
      {children === undefined ? null : <div className="empty-actions">{children}</div>}
    </div>
  );
}
