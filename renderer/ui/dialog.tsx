import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** True while leaving would hide something that is still going on: only its own buttons end it. */
  readonly held?: boolean;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Dialog({
  title,
  open,
  onClose,
  held = false,
  wide = false,
  children,
}: DialogProps) {
  const hold = (event: Event) => {
    if (held) event.preventDefault();
  };
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Primitive.Portal>
        {/* A plain scrim: the library's own overlay writes a style element, which the CSP refuses. */}
        <div className="dialog-scrim" />
        <Primitive.Content
          className={wide ? 'dialog dialog-wide' : 'dialog'}
          aria-describedby={undefined}
          onEscapeKeyDown={hold}
          onInteractOutside={hold}
        >
          <Primitive.Title className="dialog-title">{title}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
