import type { ReactNode } from 'react';
import './page.css';

interface PageProps {
  readonly title: string;
  readonly intro: string;
  readonly narrow?: boolean;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A page other than the list: a title, what it is for, and its content in one column. */
export function Page({ title, intro, narrow = false, action, children }: PageProps) {
  return (
    <div className="page">
      <div className={narrow ? 'page-column page-narrow' : 'page-column'}>
        <header className="page-head">
          <div>
            <h1 className="page-title">{title}</h1>
            <p className="page-intro">{intro}</p>
          </div>
          {action}
        </header>
        {children}
      </div>
    </div>
  );
}
