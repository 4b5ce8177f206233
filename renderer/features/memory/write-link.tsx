import { memoryText as text } from '../../text/memory-text.ts';
import { useShell } from '../shell/shell-store.ts';
import { useOpenWrite } from '../writes/use-open-write.ts';

/** From what is kept to the write that made it; nothing where no write is known. */
export function WriteLink({
  id,
  children,
}: {
  readonly id: number | null;
  readonly children?: string;
}) {
  const open = useOpenWrite();
  const setPage = useShell((state) => state.setPage);
  if (id === null) return null;
  return (
    <button
      type="button"
      className="link-button"
      onClick={() => {
        setPage('writes');
        open(id);
      }}
    >
      {children ?? text.byWrite}
    </button>
  );
}
