import type { Settings } from '../../shared/settings.ts';
import type { Weekday } from '../../shared/time-range.ts';

interface WithWeekInfo {
  /** Node 20 and Chromium 130 have the accessor, newer ones the method. */
  readonly weekInfo?: { readonly firstDay: number };
  getWeekInfo?(): { readonly firstDay: number };
}

/** The language tag that decides dates on this system: POSIX's order of variables, else what ICU found. */
function dateLocale(env: Readonly<Record<string, string | undefined>>): string {
  const posix = [env.LC_ALL, env.LC_TIME, env.LANG].find(
    (value) => value !== undefined && value !== '',
  );
  const tag = posix?.split(/[.@]/)[0]?.replaceAll('_', '-');
  return tag === undefined || tag === '' || tag === 'C' || tag === 'POSIX'
    ? Intl.DateTimeFormat().resolvedOptions().locale
    : tag;
}

/** The day that starts a week in the system's region; Monday (ISO 8601) where it does not say. */
export function systemWeekStart(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Weekday {
  try {
    const locale: Intl.Locale & WithWeekInfo = new Intl.Locale(dateLocale(env));
    const firstDay = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
    // ICU counts Monday 1 … Sunday 7.
    return (firstDay % 7) as Weekday;
  } catch {
    return 1;
  }
}

/** The day that starts a week here: as the settings say, else as the system's region does. */
export function weekStartOf({ window: { weekStart } }: Settings): Weekday {
  return weekStart === 'locale' ? systemWeekStart() : (weekStart as Weekday);
}
