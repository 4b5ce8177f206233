/** What a store knows of a key; `locked`: there is a value, and it cannot be read here or now. */
export type SecretAnswer =
  | { readonly kind: 'found'; readonly value: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'locked'; readonly why: string };

/** Keeps the secret values of upstreams out of the database, logs and answers. */
export interface SecretStore {
  get(key: string): SecretAnswer;
  keys(): readonly string[];
  /** All of them or none; null removes. @throws Error in plain words that names no value. */
  change(changes: ReadonlyMap<string, string | null>): void;
  /** What was wrong with the file, for a person; grows as it is found out. */
  warnings(): readonly string[];
}

/**
 * The operating system's keychain, as the desktop knows it (Electron's safeStorage). Where it only hides
 * values under a fixed password (Linux without a keyring: `basic_text`), `available` has to say no.
 */
export interface SecretSealer {
  available(): boolean;
  /** Base64. @throws where the keychain refuses. */
  seal(text: string): string;
  /** @throws where it was sealed by another person or machine. */
  open(sealed: string): string;
}
