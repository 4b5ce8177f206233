import type { Settings, SettingsPatch } from '../../../shared/settings.ts';
import type { RequestHandlers } from '../requests.ts';

export interface SettingsDeps {
  readonly current: () => Settings;
  readonly change: (patch: SettingsPatch) => Settings;
}

export function settingsHandlers(
  deps: SettingsDeps,
): RequestHandlers<'settings:get' | 'settings:set'> {
  return {
    'settings:get': () => deps.current(),
    'settings:set': (patch) => deps.change(patch),
  };
}
