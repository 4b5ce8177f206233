import { z } from 'zod';

/** Everything a person can set, with its default. Stored in `<home>/settings.json`; unknown keys are refused. */
export const settingsSchema = z.strictObject({
  /** TCP port of the endpoint on 127.0.0.1; 0 picks a free one at each start. */
  port: z.int().min(0).max(65_535).default(7465),
  /** Largest request body, in bytes. */
  bodyLimitBytes: z.int().min(64_000).max(256_000_000).default(4 * 1024 * 1024),
  /** What `tools/list` advertises; calls take both. Several clients refuse a server for one dot. */
  toolNames: z.enum(['underscored', 'dotted']).default('underscored'),
  /** When the ledger cannot be written: `allow` lets upstream writes go on and counts them. */
  whenUnrecordable: z.enum(['allow', 'refuse']).default('allow'),
  burst: z
    .strictObject({
      threshold: z.int().min(2).max(10_000).default(20),
      windowSeconds: z.int().min(5).max(3600).default(60),
    })
    .default({ threshold: 20, windowSeconds: 60 }),
  notifications: z
    .strictObject({
      enabled: z.boolean().default(true),
      sound: z.boolean().default(false),
      /** Milliseconds since 1970 until which no notification is shown; null: not muted. */
      mutedUntilMs: z.int().nullable().default(null),
    })
    .default({ enabled: true, sound: false, mutedUntilMs: null }),
  window: z
    .strictObject({
      theme: z.enum(['system', 'light', 'dark']).default('system'),
      density: z.enum(['comfortable', 'compact']).default('comfortable'),
      timeZone: z.enum(['local', 'utc']).default('local'),
      /** `locale`: as the system's region says; else 0 Sunday … 6 Saturday. */
      weekStart: z.union([z.literal('locale'), z.int().min(0).max(6)]).default('locale'),
      /** Closing the window keeps recording (tray, or minimised where no tray exists). */
      keepRecordingWhenClosed: z.boolean().default(true),
    })
    .default({
      theme: 'system',
      density: 'comfortable',
      timeZone: 'local',
      weekStart: 'locale',
      keepRecordingWhenClosed: true,
    }),
  export: z
    .strictObject({
      format: z.enum(['csv', 'jsonl']).default('csv'),
      /** A byte-order mark, so that Excel reads UTF-8. */
      byteOrderMark: z.boolean().default(true),
      timeZone: z.enum(['local', 'utc']).default('local'),
    })
    .default({ format: 'csv', byteOrderMark: true, timeZone: 'local' }),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = settingsSchema.parse({});

const fields = settingsSchema.shape;

/** A change of settings: whole groups, each validated; an absent group stays as it is. */
export const settingsPatchSchema = z
  .strictObject({
    // `partial()` would fill absent groups with their defaults (zod 4 applies them inside optionals).
    port: fields.port.unwrap(),
    bodyLimitBytes: fields.bodyLimitBytes.unwrap(),
    toolNames: fields.toolNames.unwrap(),
    whenUnrecordable: fields.whenUnrecordable.unwrap(),
    burst: fields.burst.unwrap(),
    notifications: fields.notifications.unwrap(),
    window: fields.window.unwrap(),
    export: fields.export.unwrap(),
  })
  .partial();
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
