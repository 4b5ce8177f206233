const longestName = 256;

/** The words of a name in any spelling, lowercase: `issueNumber`, `issue_number`, `X-Issue-Number`. */
export function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, longestName)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
