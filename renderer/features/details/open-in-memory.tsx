import { detailsText as text } from '../../text/details-text.ts';
import { useMemory } from '../memory/memory-store.ts';
import { useShell } from '../shell/shell-store.ts';

/** From a write to what it made, among everything else that is kept. */
export function OpenInMemory({ chunkId }: { readonly chunkId: string | null }) {
  if (chunkId === null) return null;
  return (
    <button
      type="button"
      className="link-button result-memory"
      onClick={() => {
        useMemory.getState().openChunk(chunkId, 'text');
        useShell.getState().setPage('memory');
      }}
    >
      {text.inMemory}
    </button>
  );
}
