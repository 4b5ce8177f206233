import { type ErrorKind, shownOutcomeNames } from '../../shared/outcome.ts';

const errorKinds: Readonly<Record<ErrorKind, string>> = {
  invalid: 'The call was not valid',
  refused: 'The call was refused',
  tool: 'The tool failed',
  upstream: 'The upstream server failed',
  timeout: 'No answer in time',
  cancelled: 'The call was cancelled',
};

const writes = (n: number, shown: string): string => `${shown} ${n === 1 ? 'write' : 'writes'}`;

export const writesText = {
  grid: 'Writes',
  outcomes: shownOutcomeNames,
  outcomeHints: {
    succeeded: '',
    failed: '',
    refused: '',
    unknown: 'No answer was recorded so far: it may or may not have happened.',
  },
  errorKinds,
  writes,
  columns: {
    time: 'Time',
    client: 'Client',
    tool: 'Tool',
    what: 'What',
    why: 'Why',
    outcome: 'Outcome',
    took: 'Took',
    server: 'Server',
    namespace: 'Namespace',
    model: 'Model',
    run: 'Run',
  },
  repeat: (n: string) => `×${n}`,
  repeatHint: (n: string) => `The same content for the ${n} time from this client`,
  ordinal: (n: number) => {
    const teen = n % 100 >= 11 && n % 100 <= 13;
    const end = teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
    return `${n}${end}`;
  },
  undone: 'undone',
  read: 'read',
  readHint: 'This call only read. It is here because its server records reads as well.',
  dayTitle: (near: string | null, day: string) => (near === null ? day : `${near} · ${day}`),
  newer: (n: string, more: boolean) => `${n}${more ? '+' : ''} new`,
  newerFailed: 'Cannot tell what is new. Try again',
  backToNewest: 'Back to the newest',
  newerHint: 'Show the writes that came meanwhile',
  scrollbar: 'Position in the list',
  place: (n: string, of: string) => `${n} of ${of}`,
  loadingOlder: 'Reading older writes…',
  olderFailed: 'Older writes cannot be read.',
  end: (shown: string) => `End of the list: ${shown}`,
  rowCopied: 'Row copied',
  cellCopied: 'Cell copied',
  loading: 'Reading the ledger…',
  cannotTell: {
    title: 'Cannot tell what was written',
    text: (why: string) =>
      `The ledger did not answer: ${why} This is not the same as “nothing was written”.`,
  },
  nothing: {
    title: 'Nothing matches',
    text: 'No write fits this search and these filters in this time.',
    clear: 'Clear filters',
    allTime: 'Search all time',
  },
  noneInTime: {
    title: (when: string) => `No writes: ${when.toLowerCase()}`,
    text: 'There are writes at other times.',
  },
  paused: {
    title: 'Live is paused',
    text: (n: string) => `${n} came since you paused. They show when you resume.`,
    textNone: 'Nothing here yet, and new writes do not show while Live is off.',
    resume: 'Resume live',
  },
  unreadable: {
    title: 'The ledger cannot be read',
    text: (why: string, home: string) =>
      `${why} Nothing was changed. Put a backup of inkwatch.db into ${home}, or move the damaged file away, and start Inkwatch again.`,
    copyFolder: 'Copy the folder’s path',
    health: 'Open Health',
  },
} as const;
