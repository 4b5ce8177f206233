import type { ReactNode } from 'react';

export function Fields({ children }: { readonly children: ReactNode }) {
  return <dl className="fields">{children}</dl>;
}

export function Field({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="field">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="details-section">
      <h3 className="label">{title}</h3>
      {children}
    </section>
  );
}
