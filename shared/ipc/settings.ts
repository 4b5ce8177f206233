import { z } from 'zod';
import { type Settings, type SettingsPatch, settingsPatchSchema } from '../settings.ts';
import { noArgs } from './arguments.ts';

export const settingsRequests = {
  'settings:get': noArgs,
  'settings:set': settingsPatchSchema,
  'notifications:mute': z.strictObject({
    /** 0 ends the mute. */
    minutes: z.union([z.literal(0), z.literal(15), z.literal(30), z.literal(60)]),
  }),
} as const satisfies Record<string, z.ZodType>;

export interface SettingsResults {
  'settings:get': Settings;
  'settings:set': Settings;
  'notifications:mute': Settings;
}

export interface SettingsPushes {
  'settings:changed': Settings;
}

export interface SettingsApi {
  get(): Promise<Settings>;
  set(patch: SettingsPatch): Promise<Settings>;
  mute(minutes: 0 | 15 | 30 | 60): Promise<Settings>;
  onChanged(listener: (settings: Settings) => void): () => void;
}
