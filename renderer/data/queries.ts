import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Settings } from '../../shared/settings.ts';
import { defaultSettings } from '../../shared/settings.ts';
import type { Weekday } from '../../shared/time-range.ts';
import type { Zone } from '../lib/zone.ts';
import { inkwatch } from './api.ts';
import { type FilterAt, keys } from './keys.ts';

export const stateQuery = queryOptions({
  queryKey: keys.state,
  queryFn: () => inkwatch.app.state(),
});

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: () => inkwatch.settings.get(),
});

/** State of the app; pushes keep it current. */
export function useAppState() {
  return useQuery(stateQuery);
}

export function useSettingsQuery() {
  return useQuery(settingsQuery);
}

/** The settings, or their defaults until they are known. */
export function useSettings(): Settings {
  return useSettingsQuery().data ?? defaultSettings;
}

export function useZone(): Zone {
  return useSettings().window.timeZone;
}

/** The first day of a week here: the person's choice, else the region's. */
export function useWeekStart(): Weekday {
  const chosen = useSettings().window.weekStart;
  const region = useAppState().data?.week_start ?? 1;
  return asWeekday(chosen === 'locale' ? region : chosen);
}

function asWeekday(n: number): Weekday {
  return ([0, 1, 2, 3, 4, 5, 6] as const).find((day) => day === n) ?? 1;
}

export function useCounts(at: FilterAt) {
  return useQuery({
    queryKey: [...keys.counts, at],
    queryFn: () => inkwatch.writes.counts(at.filter),
    placeholderData: keepPreviousData,
  });
}

export function useFacetsQuery(at: FilterAt) {
  return useQuery({
    queryKey: [...keys.facets, at],
    queryFn: () => inkwatch.writes.facets(at.filter),
    placeholderData: keepPreviousData,
  });
}

export function useHistogram(at: FilterAt, bars: number) {
  return useQuery({
    queryKey: [...keys.histogram, at, bars],
    queryFn: () => inkwatch.writes.histogram({ filter: at.filter, bars }),
    placeholderData: keepPreviousData,
    enabled: bars > 0,
  });
}

/** Matching writes between two moments; null while not known. */
export function useDayCount(at: FilterAt, since_ms: number, until_ms: number): number | null {
  const answer = useQuery({
    queryKey: [...keys.day, at, since_ms, until_ms],
    queryFn: () => inkwatch.writes.dayCounts({ filter: at.filter, days: [{ since_ms, until_ms }] }),
  });
  return answer.data?.[0] ?? null;
}

export function useBursts() {
  return useQuery({ queryKey: keys.bursts, queryFn: () => inkwatch.bursts.list(100) });
}

export function useDetail(id: number | null) {
  return useQuery({
    queryKey: [...keys.detail, id],
    queryFn: () => (id === null ? null : inkwatch.writes.detail(id)),
    enabled: id !== null,
    gcTime: 60_000,
  });
}

export function useConnectEntries() {
  return useQuery({ queryKey: keys.connect, queryFn: () => inkwatch.connect.entries() });
}
