import type { Burst } from '../../shared/burst.ts';

const notified: Readonly<Record<Burst['notified'], string>> = {
  pending: 'System notification: not known yet',
  shown: 'System notification shown',
  unavailable: 'No system notification: none available here',
  failed: 'The system refused the notification',
  muted: 'Muted, so no notification',
  off: 'Notifications are off',
};

export const burstsText = {
  page: 'Alerts',
  intro:
    'Every time a client wrote unusually fast. Each alert is kept here, whatever the system showed.',
  size: (writes: string, time: string) => `${writes} writes in ${time}`,
  headline: (client: string, size: string) => `${client}: ${size}`,
  stillGoing: (began: string) => `began ${began} and goes on`,
  identical: (n: string) => `${n} of them identical`,
  failures: (n: string) => `${n} failed`,
  peakIn: (n: string, window: string) => `at most ${n} within ${window}`,
  show: 'Show them',
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  pauseHint: 'Its writes are refused from now on, and each refusal leaves a row.',
  pauseHome: 'Stops every client that uses this computer’s own token.',
  pauseOne: 'Pause…',
  dismiss: 'Dismiss this alert',
  going: 'going on',
  unread: 'unread',
  readAll: 'Mark all as read',
  none: {
    title: 'No alerts',
    text: (threshold: string, window: string) =>
      `You hear of it here when one client makes ${threshold} writes or more within ${window}.`,
    settings: 'Change this in Settings',
  },
  failed: {
    title: 'Alerts cannot be read',
    text: (why: string) => `${why} This is not the same as “no alerts”.`,
  },
  notified,
} as const;
