/**
 * A refusal in plain words for the client (`refused`), or an argument that names nothing (`invalid`).
 * Nothing was changed.
 */
export class MemoryRefusal extends Error {
  override readonly name = 'MemoryRefusal';
  readonly kind: 'invalid' | 'refused';
  constructor(kind: 'invalid' | 'refused', message: string) {
    super(message);
    this.kind = kind;
  }
}
