/** Rows of one block: those with the ids `block * blockRows + 1` … `(block + 1) * blockRows`. */
export const blockRows = 2_048;

export const blockOf = (id: number): number => Math.floor((id - 1) / blockRows);
export const firstIdOf = (block: number): number => block * blockRows + 1;

/** What is packed of a row. */
export interface PackedRow {
  readonly id: number;
  readonly timestamp_ms: number;
  /** A `kind` of `write_kinds`. */
  readonly kind: number;
}

/** A block as its row in `write_blocks` has it. */
export interface StoredBlock {
  readonly block: number;
  readonly rows: number;
  readonly min_ms: number;
  readonly max_ms: number;
  readonly kinds: Uint8Array;
  readonly data: Uint8Array;
}

/** The rows of a block, by `id - firstIdOf(block)`. */
export interface BlockRows {
  /** Milliseconds after the block's `min_ms`. */
  readonly times: Uint32Array | Float64Array;
  /** 0: no row has this id. Else 1 + the place of its kind among the block's kinds. */
  readonly codes: Uint8Array | Uint16Array;
}

const longestOffset = 2 ** 32 - 1;

/** Packs the rows of one block; there must be one at least. */
export function packBlock(block: number, rows: readonly PackedRow[]): StoredBlock {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const places = new Map<number, number>();
  const counts: number[] = [];
  for (const { timestamp_ms, kind } of rows) {
    min = Math.min(min, timestamp_ms);
    max = Math.max(max, timestamp_ms);
    const place = places.get(kind) ?? places.size;
    places.set(kind, place);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const times =
    max - min <= longestOffset ? new Uint32Array(blockRows) : new Float64Array(blockRows);
  const codes = places.size < 255 ? new Uint8Array(blockRows) : new Uint16Array(blockRows);
  for (const { id, timestamp_ms, kind } of rows) {
    const at = id - firstIdOf(block);
    times[at] = timestamp_ms - min;
    codes[at] = 1 + (places.get(kind) ?? 0);
  }
  const kinds = new Uint32Array(2 * places.size);
  for (const [kind, place] of places) kinds.set([kind, counts[place] ?? 0], 2 * place);
  return {
    block,
    rows: rows.length,
    min_ms: min,
    max_ms: max,
    kinds: bytesOf(kinds),
    data: Buffer.concat([bytesOf(times), bytesOf(codes)]),
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBuffer>): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Bytes at an address that any typed array can begin at. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

/** Pairs of a kind and how many rows of the block are of it. */
export function unpackKinds(stored: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = aligned(stored);
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/** @throws Error where `data` is not what `packBlock` makes. */
export function unpackRows(data: Uint8Array): BlockRows {
  const { buffer, byteOffset, byteLength } = aligned(data);
  // The length tells the widths: 4 or 8 bytes for a time, 1 or 2 for a code.
  const width = byteLength / blockRows;
  if (![5, 6, 9, 10].includes(width)) throw new Error(`a block has ${byteLength} bytes`);
  const timeBytes = (width < 8 ? 4 : 8) * blockRows;
  const codesAt = byteOffset + timeBytes;
  return {
    times:
      width < 8
        ? new Uint32Array(buffer, byteOffset, blockRows)
        : new Float64Array(buffer, byteOffset, blockRows),
    codes:
      width === 5 || width === 9
        ? new Uint8Array(buffer, codesAt, blockRows)
        : new Uint16Array(buffer, codesAt, blockRows),
  };
}
