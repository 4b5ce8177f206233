import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';
import {
  defaultSettings,
  mergeSettings,
  type Settings,
  type SettingsPatch,
  settingsPatchSchema,
} from '../../shared/settings.ts';
import { visibleLine } from '../../shared/text.ts';
import { fileStamp, writeFileAtomically } from '../atomic-file.ts';

export interface SettingsStore {
  current(): Settings;
  /** What was wrong with the file as found, in words for a person; empty: nothing. */
  readonly warnings: readonly string[];
  /** Validates, writes atomically, then applies. @throws Error with a message that names the field. */
  change(patch: SettingsPatch): Settings;
}

interface Found {
  readonly settings: Settings;
  readonly warnings: readonly string[];
  /** The file as found is worth keeping, though its values were not all usable. */
  readonly keepOriginal: boolean;
}

const pathOf = (path: readonly PropertyKey[]): string =>
  path.length === 0 ? 'settings' : path.map((part) => visibleLine(String(part))).join('.');

const issueWords = (error: z.ZodError): string =>
  error.issues.map((issue) => `${pathOf(issue.path)}: ${issue.message}`).join('; ');

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Takes out what one issue names: a key that is unknown, or a value that is not usable. */
function withoutIssue(value: Record<string, unknown>, issue: z.core.$ZodIssue): boolean {
  const parents = issue.code === 'unrecognized_keys' ? issue.path : issue.path.slice(0, -1);
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(-1);
  let group: unknown = value;
  for (const key of parents) group = isGroup(group) ? group[String(key)] : undefined;
  if (!isGroup(group) || keys.length === 0) return false;
  for (const key of keys) delete group[String(key)];
  return true;
}

/** Every usable value of the file; what is not usable is named and takes its default. */
function usableSettings(text: string): Found | null {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  if (!isGroup(value)) return null;
  const warnings: string[] = [];
  for (;;) {
    const parsed = settingsPatchSchema.safeParse(value);
    if (parsed.success) {
      const settings = mergeSettings(defaultSettings, parsed.data);
      return { settings, warnings, keepOriginal: warnings.length > 0 };
    }
    for (const issue of parsed.error.issues) {
      const unknown = issue.code === 'unrecognized_keys';
      warnings.push(
        unknown
          ? `Unknown setting ignored: ${issue.keys.map((key) => pathOf([...issue.path, key])).join(', ')}.`
          : `Setting ${pathOf(issue.path)} is not usable (${issue.message}), so its default is used.`,
      );
      if (!withoutIssue(value, issue)) return null;
    }
  }
}

function brokenName(file: string, now: Date): string {
  return join(dirname(file), `${basename(file, '.json')}.broken-${fileStamp(now)}.json`);
}

/** Moves a file that cannot be used out of the way; nothing is ever deleted. */
function setAside(file: string, now: Date): string {
  const aside = brokenName(file, now);
  try {
    renameSync(file, aside);
    return `It was kept as ${aside}; the defaults are used.`;
  } catch {
    return 'It could not be moved aside; the defaults are used until it can be read.';
  }
}

function find(file: string, now: () => Date): Found {
  const unusable = (warnings: readonly string[]): Found => ({
    settings: defaultSettings,
    warnings,
    keepOriginal: false,
  });
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return unusable([]);
    if (code === 'EISDIR') {
      return unusable([`${file} is a folder, not a settings file. ${setAside(file, now())}`]);
    }
    return unusable([
      `${file} could not be read (${code ?? 'unknown error'}); the defaults are used.`,
    ]);
  }
  return (
    usableSettings(text) ?? unusable([`${file} is not a settings file. ${setAside(file, now())}`])
  );
}

/** The same with what is wrong with the file, in words for a person; empty: nothing. */
export function inspectSettings(file: string): Pick<Found, 'settings' | 'warnings'> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const warnings =
      code === 'ENOENT' || code === 'ENOTDIR'
        ? []
        : [`${file} cannot be read (${code ?? 'unknown error'}).`];
    return { settings: defaultSettings, warnings };
  }
  return (
    usableSettings(text) ?? {
      settings: defaultSettings,
      warnings: [`${file} is not a settings file; the defaults would be used.`],
    }
  );
}

/** The settings as they stand, for commands that only read: nothing is moved, unusable values are defaults. */
export function readSettings(file: string): Settings {
  try {
    return usableSettings(readFileSync(file, 'utf8'))?.settings ?? defaultSettings;
  } catch {
    return defaultSettings;
  }
}

/**
 * Opens `<home>/settings.json`. No file: defaults. A file that is no JSON object is set aside as
 * `settings.broken-<date>.json`; a single bad value is named and replaced by its default.
 */
export function openSettings(file: string, now: () => Date = () => new Date()): SettingsStore {
  const found = find(file, now);
  let settings = found.settings;
  let keepOriginal = found.keepOriginal;
  return {
    current: () => settings,
    warnings: found.warnings,
    change(patch) {
      const parsed = settingsPatchSchema.safeParse(patch);
      if (!parsed.success) throw new Error(issueWords(parsed.error));
      const next = mergeSettings(settings, parsed.data);
      mkdirSync(dirname(file), { recursive: true });
      // The first change would write the unusable values away: keep the file they stand in.
      if (keepOriginal) setAside(file, now());
      writeFileAtomically(file, `${JSON.stringify(next, null, 2)}\n`);
      keepOriginal = false;
      settings = next;
      return settings;
    },
  };
}
