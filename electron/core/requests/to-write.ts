import type { WriteHandle } from '../../db/handles.ts';

/** @throws Error in plain words where the ledger can only be read. */
export function toWrite(write: WriteHandle | null): WriteHandle {
  if (write === null)
    throw new Error('This ledger can only be read, so nothing can be kept in it.');
  return write;
}
