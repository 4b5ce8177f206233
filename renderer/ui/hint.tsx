import { Tooltip } from 'radix-ui';
import type { ReactElement } from 'react';
import './hint.css';

interface HintProps {
  readonly text: string | null;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly children: ReactElement;
}

/** A tooltip on hover and focus. Its text is plain: what an LLM wrote is inert here too. */
export function Hint({ text, side = 'top', children }: HintProps) {
  if (text === null || text === '') return children;
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="hint" side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

export function HintProvider({ children }: { readonly children: ReactElement }) {
  return (
    <Tooltip.Provider delayDuration={450} skipDelayDuration={200}>
      {children}
    </Tooltip.Provider>
  );
}
