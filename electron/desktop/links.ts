/** What may become of a link in text that an LLM wrote. */
export type LinkVerdict =
  | {
      readonly kind: 'ask';
      /** The parsed address, as it would be opened. */
      readonly url: string;
      /** The real host, in ASCII, with its port: what the question shows. */
      readonly host: string;
    }
  | { readonly kind: 'refused'; readonly why: string };

const refused = (why: string): LinkVerdict => ({ kind: 'refused', why });

/**
 * Only http and https, decided on the parsed address (case g08). Refused as well: characters that
 * parsers disagree on (backslash, quote, angle bracket, blank, control), and a user name before the
 * host, whose only use in displayed text is to look like another host.
 */
export function judgeLink(text: string): LinkVerdict {
  if (text.length > 4096) return refused('The address is too long.');
  // Tested on the raw text: the URL parser silently drops tabs and line ends, and turns `\` into `/`.
  if (/[\s\\"<>^`{|}\u0000-\u001f\u007f-\u009f]/.test(text)) {
    return refused('The address holds characters that do not belong in one.');
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refused('This is not a complete address.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refused(`Only web addresses are opened, not “${url.protocol}”.`);
  }
  // `http:example.com` parses as well; a person would not read it as that host.
  if (!/^https?:\/\/[^/]/i.test(text)) return refused('This is not a complete address.');
  if (url.username !== '' || url.password !== '') {
    return refused('The address hides its host behind a user name.');
  }
  if (url.hostname === '') return refused('The address names no host.');
  return { kind: 'ask', url: url.href, host: url.host };
}
