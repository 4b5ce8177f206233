import type { Settings } from '../../../shared/settings.ts';
import { useAppState } from '../../data/queries.ts';
import { settingsText } from '../../text/settings-text.ts';
import { timeText } from '../../text/time-text.ts';
import { Pick } from '../../ui/menu.tsx';
import { Setting, SettingGroup } from './setting.tsx';
import { useSet } from './use-set.ts';

const text = settingsText.appearance;

const themes = [
  { value: 'system', name: text.themes.system },
  { value: 'light', name: text.themes.light },
  { value: 'dark', name: text.themes.dark },
] as const;
const densities = [
  { value: 'comfortable', name: text.densities.comfortable },
  { value: 'compact', name: text.densities.compact },
] as const;
const zones = [
  { value: 'local', name: text.zones.local },
  { value: 'utc', name: text.zones.utc },
] as const;

export function AppearanceSettings({ settings }: { readonly settings: Settings }) {
  const set = useSet();
  const region = useAppState().data?.week_start ?? 1;
  const { theme, density, timeZone, weekStart } = settings.window;
  const weeks = [
    { value: 'locale', name: text.weekLocale(timeText.weekdays[region] ?? '') },
    ...timeText.weekdays.map((name, day) => ({ value: String(day), name })),
  ];
  return (
    <SettingGroup title={text.title}>
      <Setting name={text.theme}>
        <Pick
          label={text.theme}
          value={theme}
          options={themes}
          onPick={(value) => set({ window: { theme: value } })}
        />
      </Setting>
      <Setting name={text.density}>
        <Pick
          label={text.density}
          value={density}
          options={densities}
          onPick={(value) => set({ window: { density: value } })}
        />
      </Setting>
      <Setting name={text.zone} hint={text.zoneHint}>
        <Pick
          label={text.zone}
          value={timeZone}
          options={zones}
          onPick={(value) => set({ window: { timeZone: value } })}
        />
      </Setting>
      <Setting name={text.week}>
        <Pick
          label={text.week}
          value={String(weekStart)}
          options={weeks}
          onPick={(value) =>
            set({ window: { weekStart: value === 'locale' ? 'locale' : Number(value) } })
          }
        />
      </Setting>
    </SettingGroup>
  );
}
