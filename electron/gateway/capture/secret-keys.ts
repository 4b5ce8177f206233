import { wordsOf } from './words.ts';

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const secretWords =
  list(`password passwords passwd pwd pass passphrase passcode secret secrets token tokens
  credential credentials creds authorization authentication auth oauth cookie cookies jwt bearer otp totp apikey
  csrf xsrf sig signature ssn cvv cvc mnemonic dsn webhook accesstoken authtoken refreshtoken idtoken sessiontoken
  privatekey secretkey accesskey clientsecret connectionstring connstr sas setcookie proxyauthorization xapikey`);

/** Two words that are a secret together. */
const secretPairs =
  list(`api.key access.key private.key secret.key signing.key encryption.key account.key shared.key
  master.key service.key ssh.key license.key licence.key deploy.key client.key webhook.key app.key root.key
  connection.string seed.phrase recovery.phrase recovery.code recovery.codes backup.codes card.number session.key
  security.code set.cookie pass.word pass.phrase`);

/** What follows a secret's word where the value says something about it, and not what it is. */
const aboutIt =
  list(`count counts limit limits budget usage type types length size ttl expiry expires expiration
  expired policy format endpoint required enabled path file version name field header kind scheme method mode
  count izer izers window provider status present cost price`);

/** What stands before "tokens" where they are the pieces of text that models count. */
const amounts =
  list(`max min maximum minimum total num number input output prompt completion reasoning cached
  thinking n`);

/**
 * True where the value under this name is a secret, at any depth and in any spelling (case
 * d02-redaction-gaps). `tokenCount` and `tokenizer` are none.
 */
export function isSecretKey(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word, at) => {
    const next = words[at + 1] ?? '';
    if (secretPairs.has(`${word}.${next}`)) return !aboutIt.has(words[at + 2] ?? '');
    if (word === 'pin' && words.length === 1) return true;
    if (!secretWords.has(word) || aboutIt.has(next)) return false;
    return !(word === 'tokens' && amounts.has(words[at - 1] ?? ''));
  });
}

/** The same for what is under it: nobody's secret is true or false, and a number of tokens is an amount. */
export function isSecretMember(name: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'boolean') return false;
  if (!isSecretKey(name)) return false;
  return typeof value !== 'number' || !/tokens$/i.test(name);
}
