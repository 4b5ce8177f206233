import type { AppState, RecordingState } from '../../shared/answers.ts';
import type { Settings } from '../../shared/settings.ts';
import { cutCharacters, visibleLine } from '../../shared/text.ts';

/** What the tray shows at a glance. `alert`: a burst that nobody has seen yet. */
export type TrayFace = 'recording' | 'stopped' | 'alert';

/** Recording, in the few words that fit a menu. */
function recordingWords(recording: RecordingState): string {
  switch (recording.kind) {
    case 'recording':
      return 'Recording';
    case 'not-recording':
      return `Not recording: ${cutCharacters(visibleLine(recording.why), 80)}`;
  }
}

/** Whether and until when notifications are muted, as of `now`. */
export function mutedWords(settings: Settings, now: number): string | null {
  const until = settings.notifications.mutedUntilMs;
  if (until === null || until <= now) return null;
  const time = new Date(until).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
  });
  return `Notifications muted until ${time}`;
}

/** The icon: not recording comes before everything else. */
export function faceOf(state: AppState, waiting = 0): TrayFace {
  if (state.recording.kind !== 'recording' || state.endpoint === null) return 'stopped';
  return state.unseen_bursts > 0 || waiting > 0 ? 'alert' : 'recording';
}

/** The state in the few words that fit a menu and a tooltip. */
export function stateWords(state: AppState): string {
  if (state.recording.kind === 'recording' && state.endpoint === null) {
    return `Not serving: ${cutCharacters(visibleLine(state.endpoint_error ?? 'no reason given'), 80)}`;
  }
  return recordingWords(state.recording);
}

/** Calls that wait for the person; null: none. */
export function waitingWords(waiting: number): string | null {
  if (waiting === 0) return null;
  return waiting === 1 ? '1 call waits for you' : `${waiting} calls wait for you`;
}
