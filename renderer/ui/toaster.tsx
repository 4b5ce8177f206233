import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { uiText } from '../text/ui-text.ts';
import { IconButton } from './button.tsx';
import { type ToastMessage, useToasts } from './toast-store.ts';
import './toaster.css';

export function Toaster() {
  const messages = useToasts((state) => state.messages);
  return (
    <Toast.Provider label={uiText.notifications} swipeDirection="right">
      {messages.map((message) => (
        <OneToast key={message.id} message={message} />
      ))}
      <Toast.Viewport className="toasts" label={`${uiText.notifications} ({hotkey})`} />
    </Toast.Provider>
  );
}

function OneToast({ message }: { readonly message: ToastMessage }) {
  const drop = useToasts((state) => state.drop);
  return (
    <Toast.Root
      className={`toast toast-${message.tone}`}
      duration={durationOf(message)}
      onOpenChange={(open) => (open ? undefined : drop(message.id))}
    >
      {message.tone === 'failed' ? <CircleAlert aria-hidden /> : null}
      {message.tone === 'ok' ? <CircleCheck aria-hidden /> : null}
      <Toast.Description className="toast-text">{message.text}</Toast.Description>
      {message.action === null ? null : (
        <Toast.Action asChild altText={message.action.name}>
          <button type="button" className="link-button" onClick={message.action.run}>
            {message.action.name}
          </button>
        </Toast.Action>
      )}
      <Toast.Close asChild>
        <IconButton label={uiText.dismiss} icon={<X aria-hidden />} />
      </Toast.Close>
    </Toast.Root>
  );
}

/** Failures stay until they are read: a timed message must not be the only place of bad news. */
function durationOf(message: ToastMessage): number {
  if (message.tone === 'failed') return Number.POSITIVE_INFINITY;
  return message.action === null ? 3000 : 8000;
}
