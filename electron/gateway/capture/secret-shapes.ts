/** Tokens that say themselves what they are, by their first letters. Each with what its issuer documents. */
const knownTokens = [
  'sk-[A-Za-z0-9_-]{8,}', // OpenAI, Anthropic, OpenRouter and others
  'gh[pousr]_[A-Za-z0-9]{16,}',
  'github_pat_[A-Za-z0-9_]{16,}',
  'gl(?:pat|ptt|dt|rt|cbt|soat|ft|agent)-[A-Za-z0-9_.-]{16,}',
  'xox[a-z]{1,2}-[A-Za-z0-9-]{8,}',
  'xapp-[A-Za-z0-9-]{8,}',
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}',
  'AIza[A-Za-z0-9_-]{30,}',
  'ya29\\.[A-Za-z0-9_-]{16,}',
  'GOCSPX-[A-Za-z0-9_-]{16,}',
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{8,}',
  'whsec_[A-Za-z0-9+/=]{16,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[A-Za-z0-9_-]{32,}',
  'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}',
  'hf_[A-Za-z0-9]{20,}',
  '(?:ntn|secret|lin_api|lin_oauth|dop_v1|doo_v1|shpat|shpss|shpca|shppa|dckr_pat|figd|gsk|r8|pul|sntrys|tfp)_[A-Za-z0-9_]{20,}',
  '(?:xai|pplx|PMAK|dapi|patent|tvly|fc|re)-?[A-Fa-f0-9]{32,}',
  'xai-[A-Za-z0-9]{20,}',
  'pplx-[A-Za-z0-9]{20,}',
  'hv[sbr]\\.[A-Za-z0-9_-]{16,}',
  'ATATT3[A-Za-z0-9_=-]{16,}',
  'AGE-SECRET-KEY-1[A-Z0-9]{16,}',
  '[0-9]{8,10}:[A-Za-z0-9_-]{35}', // Telegram bots
  'eyJ[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]*){0,3}', // JWT, JWE
];

export const tokenPattern = new RegExp(`(?<![A-Za-z0-9])(?:${knownTokens.join('|')})`, 'g');

/** A private key in its armour; one that was cut goes to the end of the text. */
export const armourPattern =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----(?:(?!-----END )[\s\S])*(?:-----END [A-Z0-9 ]{0,60}-----)?/g;

/** Runs that may be random text. */
export const runPattern = /[A-Za-z0-9][A-Za-z0-9+/_-]{19,}={0,2}/g;

const shortestRandom = 20;
/** Share of places where a small letter meets a capital, or a letter a digit: words have few, keys have many. */
const randomShare = 0.27;

/**
 * True for text that no person wrote: a key, not a path, a slug, a UUID or words in camel case. Keys change
 * between small letters, capitals and digits at 40 of 100 places, camel case at 17.
 */
export function looksRandom(run: string): boolean {
  return run.split(/[+/_=-]/).some(isRandomPiece) || isBase64(run);
}

function isRandomPiece(piece: string): boolean {
  if (piece.length < shortestRandom || !/[0-9]/.test(piece) || !/[A-Za-z]/.test(piece))
    return false;
  return changes(piece) / (piece.length - 1) >= randomShare;
}

/** Random bytes of 30 and more in base64, whose `+` and `/` cut it into short pieces. */
function isBase64(run: string): boolean {
  if (run.length < 40 || /[_-]/.test(run) || !/[+/]/.test(run)) return false;
  const letters = run.replace(/[+/=]/g, '');
  return /[0-9]/.test(letters) && changes(letters) / (letters.length - 1) >= randomShare;
}

function changes(text: string): number {
  let count = 0;
  let before = kindOf(text.charCodeAt(0));
  for (let at = 1; at < text.length; at += 1) {
    const kind = kindOf(text.charCodeAt(at));
    // From a capital to a small letter is how a word begins.
    if (kind !== before && !(before === 'capital' && kind === 'small')) count += 1;
    before = kind;
  }
  return count;
}

function kindOf(code: number): 'digit' | 'capital' | 'small' {
  if (code <= 0x39) return 'digit';
  return code <= 0x5a ? 'capital' : 'small';
}
