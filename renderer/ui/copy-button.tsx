import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { uiText } from '../text/ui-text.ts';
import { Button, type ButtonKind } from './button.tsx';
import { useToasts } from './toast-store.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly name: string;
  readonly kind?: ButtonKind;
}

/** Copies its text and says so in its own place. */
export function CopyButton({ text, name, kind = 'plain' }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 1800);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    if (await copyText(text)) setDone(true);
    else useToasts.getState().say({ tone: 'failed', text: uiText.copyFailed });
  };
  return (
    <Button
      kind={kind}
      icon={done ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{done ? uiText.copied : name}</span>
    </Button>
  );
}
