/** Names of all commands, for whoever must know one without loading what it needs. */
const commandNames: ReadonlySet<string> = new Set([
  'serve',
  'stdio',
  'connect',
  'db',
  'list',
  'tail',
  'export',
  'verify',
  'doctor',
  'import',
  'server',
  'stats',
  'help',
]);

export function isCommandName(word: string): boolean {
  return commandNames.has(word);
}
