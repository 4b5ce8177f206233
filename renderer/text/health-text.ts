import type { HealthCheck } from '../../shared/health.ts';

const states: Readonly<Record<HealthCheck['state'], string>> = {
  ok: 'Fine',
  warning: 'Worth a look',
  problem: 'Problem',
  unknown: 'Cannot tell',
};

export const healthText = {
  page: 'Health',
  intro: 'What Inkwatch found when it looked at itself. “Cannot tell” is neither fine nor broken.',
  states,
  all: {
    ok: 'Everything that was looked at is fine.',
    warning: (n: number, shown: string) =>
      n === 1 ? 'One thing is worth a look.' : `${shown} things are worth a look.`,
    problem: (n: number, shown: string) =>
      n === 1 ? 'One thing is wrong.' : `${shown} things are wrong.`,
    unknown: (n: number, shown: string) =>
      n === 1 ? 'One thing could not be looked at.' : `${shown} things could not be looked at.`,
  },
  checked: (when: string) => `Last checked ${when}.`,
  refresh: 'Look again',
  refreshing: 'Looking…',
  looking: 'Looking at everything…',
  todo: 'What to do',
  details: (n: number, shown: string) => (n === 1 ? '1 detail' : `${shown} details`),
  failed: {
    title: 'Health cannot be told',
    text: (why: string) => `${why} This is not the same as “fine”.`,
  },
  selfTest: {
    title: 'Self-test',
    text: 'Makes a tool throw and calls again on the same connection: is the session alive, and did both calls leave a row?',
    run: 'Run the self-test',
    running: 'Running…',
    passed: 'Passed',
    notPassed: 'Did not pass',
    failed: (why: string) => `The self-test could not be run: ${why}`,
    at: (when: string) => `Run ${when}.`,
  },
  list: 'Checks',
  steps: 'Steps',
} as const;
