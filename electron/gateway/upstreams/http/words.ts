import type { ExchangeEnd } from '../../../wire/exchange.ts';
import { parseRecord } from '../../../wire/json-rpc.ts';

const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there (connection refused)',
  ENOTFOUND: 'its host was not found',
  EAI_AGAIN: 'its host could not be looked up',
  ECONNRESET: 'it cut the connection',
  EPIPE: 'it cut the connection',
  ETIMEDOUT: 'it did not answer in time',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by itself',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

/** Why an exchange failed, in words; the address itself is not named, it may hold a secret. */
export function failureWords(end: Exclude<ExchangeEnd, { kind: 'ended' }>): string {
  switch (end.kind) {
    case 'broken':
      return (end.code === null ? undefined : codes[end.code]) ?? end.why;
    case 'too-large':
      return 'its answer is larger than the limit';
    case 'status': {
      const { status } = end;
      if (status === 401) return 'it asks for a login (HTTP 401)';
      if (status === 403) return 'it refuses access (HTTP 403)';
      if (status === 429) return 'it refuses more calls for now (HTTP 429)';
      const words = bodyWords(end.body);
      return `it answered with HTTP ${status}${words === '' ? '' : `: ${words}`}`;
    }
  }
}

function bodyWords(body: string): string {
  const parsed = parseRecord(body);
  const error = parsed?.error;
  if (typeof error === 'string') return error.slice(0, 200);
  if (typeof error === 'object' && error !== null && 'message' in error) {
    return String(error.message).slice(0, 200);
  }
  // A page for people says nothing here.
  return body.trimStart().startsWith('<') ? '' : body.trim().slice(0, 200);
}
