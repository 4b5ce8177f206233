import type { Settings, SettingsPatch } from '../../shared/settings.ts';

export interface SettingsStore {
  current(): Settings;
  /** What was wrong with the file as found, in words for a person; empty: nothing. */
  readonly warnings: readonly string[];
  /** Validates, writes atomically, then applies. @throws Error with a message that names the field. */
  change(patch: SettingsPatch): Settings;
}

/**
 * Opens `<home>/settings.json`. No file: defaults. A file that is no JSON object is set aside as
 * `settings.broken-<date>.json`; a single bad value is named and replaced by its default.
 */
export function openSettings(_file: string, _now: () => Date = () => new Date()): SettingsStore {
  throw new Error('openSettings: body follows');
}
