import type { Settings } from '../../../shared/settings.ts';
import { settingsText } from '../../text/settings-text.ts';
import { Pick } from '../../ui/menu.tsx';
import { NumberSetting, Setting, SettingGroup, SwitchSetting } from './setting.tsx';
import { useSet } from './use-set.ts';

const text = settingsText.policy;

const unrecordable = [
  { value: 'allow', name: text.unrecordables.allow },
  { value: 'refuse', name: text.unrecordables.refuse },
] as const;
/** What a limit begins with where there was none. */
const usualLimit = 600;

/** What all connections may write; each may have less, or its own limit, on the Clients page. */
export function PolicySettings({ settings }: { readonly settings: Settings }) {
  const set = useSet();
  const { readOnly, writesPerHour } = settings.policy;
  return (
    <SettingGroup title={text.title}>
      <SwitchSetting
        name={text.readOnly}
        hint={text.readOnlyHint}
        value={readOnly}
        onChange={(value) => set({ policy: { readOnly: value } })}
      />
      <SwitchSetting
        name={text.limited}
        hint={text.limitedHint}
        value={writesPerHour !== null}
        onChange={(limited) => set({ policy: { writesPerHour: limited ? usualLimit : null } })}
      />
      {writesPerHour === null ? null : (
        <NumberSetting
          name={text.limit}
          unit={text.limitUnit}
          hint={text.limitHint}
          value={writesPerHour}
          least={1}
          most={1_000_000}
          onChange={(value) => set({ policy: { writesPerHour: value } })}
        />
      )}
      <Setting name={text.unrecordable} hint={text.unrecordableHint}>
        <Pick
          label={text.unrecordable}
          value={settings.whenUnrecordable}
          options={unrecordable}
          onPick={(whenUnrecordable) => set({ whenUnrecordable })}
        />
      </Setting>
    </SettingGroup>
  );
}
