import { z } from 'zod';
import { columnLayoutSchema } from './columns.ts';

/** Everything a person can set, with what it is when nobody set it. */
export const defaultSettings: Settings = {
  port: 7465,
  bodyLimitBytes: 4 * 1024 * 1024,
  toolNames: 'underscored',
  whenUnrecordable: 'allow',
  auditLog: null,
  gateway: { list: 'all', approvalSeconds: 60 },
  policy: { readOnly: false, writesPerHour: 600 },
  burst: { threshold: 20, windowSeconds: 60 },
  notifications: { enabled: true, sound: false, mutedUntilMs: null },
  window: {
    theme: 'system',
    density: 'comfortable',
    timeZone: 'local',
    weekStart: 'locale',
    keepRecordingWhenClosed: true,
    columns: null,
  },
  export: { format: 'csv', byteOrderMark: true, timeZone: 'local' },
};

const plain = {
  /** TCP port of the endpoint on 127.0.0.1; 0 picks a free one at each start. */
  port: z.int().min(0).max(65_535),
  /** Largest request body, in bytes. */
  bodyLimitBytes: z.int().min(64_000).max(256_000_000),
  /** What `tools/list` advertises; calls take both. Several clients refuse a server for one dot. */
  toolNames: z.enum(['underscored', 'dotted']),
  /** When the ledger cannot be written: `allow` lets upstream writes go on and counts them. */
  whenUnrecordable: z.enum(['allow', 'refuse']),
  /** JSONL file for other tools, a line per write; a relative path is one in the data folder. Null: none. */
  auditLog: z.string().max(4096).nullable(),
};

const gateway = {
  /** What `tools/list` of `/mcp` holds of the servers behind the gateway: each of their tools, or the router alone. */
  list: z.enum(['all', 'router']),
  /** How long a call that has to be approved waits for the person; without an answer it is refused. */
  approvalSeconds: z.int().min(1).max(3600),
};

const policy = {
  /** Refuses every write of every client. */
  readOnly: z.boolean(),
  /** Per connection and hour; a connection may have its own. Null: no limit. */
  writesPerHour: z.int().min(1).max(1_000_000).nullable(),
};

const burst = {
  threshold: z.int().min(2).max(10_000),
  windowSeconds: z.int().min(5).max(3600),
};

const notifications = {
  enabled: z.boolean(),
  sound: z.boolean(),
  /** Milliseconds since 1970 until which no notification is shown; null: not muted. */
  mutedUntilMs: z.int().nullable(),
};

const window = {
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  timeZone: z.enum(['local', 'utc']),
  /** `locale`: as the system's region says; else 0 Sunday … 6 Saturday. */
  weekStart: z.union([z.literal('locale'), z.int().min(0).max(6)]),
  /** Closing the window keeps recording (tray, or minimised where no tray exists). */
  keepRecordingWhenClosed: z.boolean(),
  /** The grid's columns, their order and widths; null: the usual ones. */
  columns: columnLayoutSchema.nullable(),
};

const exporting = {
  format: z.enum(['csv', 'jsonl']),
  /** A byte-order mark, so that Excel reads UTF-8. */
  byteOrderMark: z.boolean(),
  timeZone: z.enum(['local', 'utc']),
};

/** Whole settings: what the program works with. Unknown keys are refused. */
const settingsSchema = z.strictObject({
  ...plain,
  gateway: z.strictObject(gateway),
  policy: z.strictObject(policy),
  burst: z.strictObject(burst),
  notifications: z.strictObject(notifications),
  window: z.strictObject(window),
  export: z.strictObject(exporting),
});
export type Settings = z.infer<typeof settingsSchema>;

/**
 * A change of settings: any of its values, each validated; an absent one stays as it is. No defaults
 * are in here, since those would reset the rest of a group of which one value changes.
 */
export const settingsPatchSchema = z
  .strictObject({
    ...plain,
    gateway: z.strictObject(gateway).partial(),
    policy: z.strictObject(policy).partial(),
    burst: z.strictObject(burst).partial(),
    notifications: z.strictObject(notifications).partial(),
    window: z.strictObject(window).partial(),
    export: z.strictObject(exporting).partial(),
  })
  .partial();
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

/** The settings after a change; a key that is there but undefined changes nothing. */
export function mergeSettings(settings: Settings, patch: SettingsPatch): Settings {
  return {
    port: patch.port ?? settings.port,
    bodyLimitBytes: patch.bodyLimitBytes ?? settings.bodyLimitBytes,
    toolNames: patch.toolNames ?? settings.toolNames,
    whenUnrecordable: patch.whenUnrecordable ?? settings.whenUnrecordable,
    auditLog: patch.auditLog === undefined ? settings.auditLog : patch.auditLog,
    gateway: given(settings.gateway, patch.gateway),
    policy: given(settings.policy, patch.policy),
    burst: given(settings.burst, patch.burst),
    notifications: given(settings.notifications, patch.notifications),
    window: given(settings.window, patch.window),
    export: given(settings.export, patch.export),
  };
}

type Part<Group> = { readonly [Key in keyof Group]?: Group[Key] | undefined };

function given<Group extends object>(group: Group, part: Part<Group> | undefined): Group {
  const said = Object.entries(part ?? {}).filter(([, value]) => value !== undefined);
  return { ...group, ...Object.fromEntries(said) };
}
