import type { Burst } from '../../shared/burst.ts';
import { clientDisplayName } from '../../shared/client-names.ts';
import type { Approval } from '../../shared/servers.ts';
import { cutCharacters, visibleLine } from '../../shared/text.ts';

export interface NotificationText {
  /** Plain text everywhere: no service reads markup in a title. */
  readonly title: string;
  readonly body: string;
}

const nameLimit = 48;

/** A client's name as it may stand in a notification: one visible line, cut. The client chose it. */
function nameOf(of: Pick<Burst, 'client_info' | 'client_name'>): string {
  return short(clientDisplayName(of.client_info, of.client_name), nameLimit);
}

function short(text: string, most: number): string {
  const line = visibleLine(text);
  return line.length <= most ? line : `${cutCharacters(line, most - 1)}…`;
}

/** Services with `body-markup` read a subset of HTML in the body (dunst does): the text must stay text. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function seconds(ms: number): string {
  const whole = Math.max(1, Math.round(ms / 1000));
  if (whole < 120) return `${whole} s`;
  return `${Math.round(whole / 60)} min`;
}

const number = new Intl.NumberFormat('en');

function ofThem(burst: Burst): string {
  const parts = [
    ...(burst.repeats > 0 ? [`${number.format(burst.repeats)} of them identical`] : []),
    ...(burst.failures > 0 ? [`${number.format(burst.failures)} failed`] : []),
  ];
  return parts.length === 0 ? '' : `${parts.join(', ')}. `;
}

/** One burst, when it began or grew tenfold. `nowMs` ends a burst that goes on. */
export function burstNotification(
  burst: Burst,
  change: 'began' | 'grew',
  nowMs: number,
): NotificationText {
  const took = seconds((burst.end_ms ?? nowMs) - burst.start_ms);
  const count = `${number.format(burst.count)} writes in ${took}`;
  return {
    title: change === 'began' ? `${nameOf(burst)}: ${count}` : `${nameOf(burst)} goes on: ${count}`,
    body: `${ofThem(burst)}Click to see exactly these writes.`,
  };
}

/** One summary of the bursts that a mute kept quiet. `markup`: the service reads it in the body. */
export function muteSummary(bursts: readonly Burst[], markup: boolean): NotificationText {
  const byClient = new Map<string, number>();
  let writes = 0;
  for (const burst of bursts) {
    byClient.set(nameOf(burst), (byClient.get(nameOf(burst)) ?? 0) + burst.count);
    writes += burst.count;
  }
  const names = [...byClient].sort((a, b) => b[1] - a[1]);
  const shown = names.slice(0, 3).map(([name, count]) => `${name} (${number.format(count)})`);
  if (names.length > 3) shown.push(`${names.length - 3} more`);
  const body = `${shown.join(', ')}. Click to see them.`;
  return {
    title: `While muted: ${bursts.length === 1 ? '1 burst' : `${bursts.length} bursts`}, ${number.format(writes)} writes`,
    body: markup ? escapeMarkup(body) : body,
  };
}

/** Writes leave no rows. `markup`: the service reads it in the body; the reason may name a file. */
export function notRecordingNotification(why: string, markup: boolean): NotificationText {
  const line = cutCharacters(visibleLine(why), 200);
  return {
    title: 'Inkwatch is not recording',
    body: `${markup ? escapeMarkup(line) : line}. It goes on by itself when this is over.`,
  };
}

const reasonLimit = 160;

/** Calls that wait for the person; `first` is the one that a click opens. `markup`: the service reads it in the body. */
export function approvalNotification(
  waiting: readonly Approval[],
  first: Approval,
  markup: boolean,
  nowMs: number,
): NotificationText {
  const left = `Refused in ${seconds(first.expires_ms - nowMs)} without an answer. Click to decide.`;
  const what = `${nameOf(first.client)} wants to call ${short(first.tool, nameLimit)} of ${first.server}`;
  if (waiting.length > 1) {
    const body = `${what}. ${left}`;
    return {
      title: `${number.format(waiting.length)} calls wait for you`,
      body: markup ? escapeMarkup(body) : body,
    };
  }
  const reason = first.reason === null ? '' : `Reason: ${short(first.reason, reasonLimit)}\n`;
  const body = `${reason}${left}`;
  return { title: what, body: markup ? escapeMarkup(body) : body };
}
