import type { FacetKey } from '../../shared/filter.ts';

const facets: Readonly<Record<FacetKey, string>> = {
  client: 'Client',
  connection: 'Connection',
  tool: 'Tool',
  server: 'Server',
  outcome: 'Outcome',
  effect: 'Effect',
  namespace: 'Namespace',
};

export const filtersText = {
  facets,
  filters: 'Filters',
  search: 'Search writes',
  searchPlaceholder: 'Search titles, reasons, tools, errors…',
  searchShort: 'Search…',
  suggestions: 'Suggestions',
  clearSearch: 'Clear the search',
  removeChip: (chip: string) => `Remove filter ${chip}`,
  clearAll: 'Clear',
  failuresOnly: 'Failures only',
  failuresHint: 'Failed, refused and unknown writes alone',
  only: 'only',
  onlyHint: (value: string) => `Only ${value}`,
  hide: 'hide',
  show: 'show',
  hideHint: (value: string) => `Hide ${value}`,
  showHint: (value: string) => `Show ${value} again`,
  hidden: 'hidden',
  more: (n: string) => `${n} more`,
  fewer: 'Fewer',
  facetsFailed: 'Counts cannot be read.',
  live: 'Live',
  liveOn: 'New writes show by themselves. Click to pause.',
  liveOff: 'Paused: new writes wait. Click to resume.',
  time: {
    button: (range: string) => `Time range: ${range}`,
    title: 'Time range',
    quick: 'Quick time ranges',
    typed: 'Type a range',
    typedPlaceholder: '5m, 3h, 3d, 2w',
    typedHint: 'The last minutes, hours, days or weeks',
    typedError: (text: string) =>
      `“${text}” is no range. Write a number and m, h, d or w, such as 5m or 3d.`,
    day: (day: number, month: string, year: number, weekday: string) =>
      `${day} ${month} ${year}, ${weekday}`,
    pickHint: 'Click the first day, then the last.',
    apply: 'Apply',
    zone: (zone: string) => `Days follow this computer’s time zone: ${zone}.`,
    allTime: 'All time',
  },
} as const;
