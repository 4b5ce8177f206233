import type { Settings } from '../../../shared/settings.ts';
import { settingsText } from '../../text/settings-text.ts';
import { Button } from '../../ui/button.tsx';
import { Pick } from '../../ui/menu.tsx';
import { useShell } from '../shell/shell-store.ts';
import { NumberSetting, Setting, SettingGroup } from './setting.tsx';
import { useSet } from './use-set.ts';

const text = settingsText.gateway;
const lists = (['all', 'router'] as const).map((value) => ({ value, name: text.lists[value] }));

/** What holds for all servers behind the gateway; the rest is on the Servers page. */
export function GatewaySettings({ settings }: { readonly settings: Settings }) {
  const set = useSet();
  const setPage = useShell((state) => state.setPage);
  const { list, approvalSeconds } = settings.gateway;
  return (
    <SettingGroup title={text.title}>
      <Setting name={text.list} hint={text.listHint[list]}>
        <Pick
          label={text.list}
          value={list}
          options={lists}
          onPick={(picked) => set({ gateway: { list: picked } })}
        />
      </Setting>
      <NumberSetting
        name={text.wait}
        hint={text.waitHint}
        unit={text.waitUnit}
        value={approvalSeconds}
        least={1}
        most={3600}
        onChange={(seconds) => set({ gateway: { approvalSeconds: seconds } })}
      />
      <Setting name={text.open} hint={text.openHint}>
        <Button onClick={() => setPage('servers')}>{text.openButton}</Button>
      </Setting>
    </SettingGroup>
  );
}
