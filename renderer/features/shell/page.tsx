import type { ReactNode } from 'react';
import './page.css';

interface PageProps {
  readonly title: string;
  readonly intro: string;
  readonly narrow?: boolean;
  readonly wide?: boolean;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A page other than the list: a title, what it is for, and its content in one column. */
export function Page(props: PageProps) {
  const { title, intro, narrow = false, wide = false, action, children } = props;
  const width = narrow ? 'page-narrow' : wide ? 'page-wide' : '';
  return (
    <div className="page">
      <div className={`page-column ${width}`}>
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
