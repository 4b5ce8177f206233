/** The home's own connection token: made at the first start (256 random bits, base64url, mode 0600), then kept. */
export function loadToken(_file: string): string {
  throw new Error('loadToken: body follows');
}

/** Compares in constant time, over SHA-256, so that neither length nor prefix leaks. */
export function tokenMatches(_expected: string, _given: string): boolean {
  throw new Error('tokenMatches: body follows');
}
