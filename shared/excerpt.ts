import { cutCharacters } from './text.ts';

const length = 200;
const before = 60;

/** Some 200 characters of a text around the first word of the query that occurs in it, on one line. */
export function excerpt(text: string, query: string): string {
  const folded = text.toLowerCase();
  const places = query
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => folded.indexOf(word))
    .filter((place) => place >= 0);
  // Lower case can be longer than the text it comes from ("İ"): a place beyond the end is the end.
  const place = places.length === 0 ? 0 : Math.min(...places, text.length);
  const start = place <= before ? 0 : wholeCharacter(text, place - before);
  const cut = cutCharacters(text.slice(start, start + length + 1), length);
  const line = cut.replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${line}${start + cut.length < text.length ? '…' : ''}`;
}

/** Not between the halves of a character. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
