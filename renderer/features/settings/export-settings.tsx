import type { Settings } from '../../../shared/settings.ts';
import { exportText } from '../../text/export-text.ts';
import { settingsText } from '../../text/settings-text.ts';
import { Pick } from '../../ui/menu.tsx';
import { Setting, SettingGroup, SwitchSetting } from './setting.tsx';
import { useSet } from './use-set.ts';

const text = settingsText.exports;

const formats = [
  { value: 'csv', name: exportText.formats.csv },
  { value: 'jsonl', name: exportText.formats.jsonl },
] as const;
const times = [
  { value: 'local', name: exportText.times.local },
  { value: 'utc', name: exportText.times.utc },
] as const;

/** What the export dialog begins with. */
export function ExportSettings({ settings }: { readonly settings: Settings }) {
  const set = useSet();
  const { format, byteOrderMark, timeZone } = settings.export;
  return (
    <SettingGroup title={text.title}>
      <Setting name={text.format}>
        <Pick
          label={text.format}
          value={format}
          options={formats}
          onPick={(value) => set({ export: { format: value } })}
        />
      </Setting>
      <SwitchSetting
        name={text.bom}
        hint={text.bomHint}
        value={byteOrderMark}
        onChange={(value) => set({ export: { byteOrderMark: value } })}
      />
      <Setting name={text.time}>
        <Pick
          label={text.time}
          value={timeZone}
          options={times}
          onPick={(value) => set({ export: { timeZone: value } })}
        />
      </Setting>
    </SettingGroup>
  );
}
