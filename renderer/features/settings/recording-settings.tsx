import type { Settings } from '../../../shared/settings.ts';
import { inkwatch } from '../../data/api.ts';
import { useAppState } from '../../data/queries.ts';
import { settingsText } from '../../text/settings-text.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Pick } from '../../ui/menu.tsx';
import { AuditLogSetting } from './audit-log-setting.tsx';
import { NumberSetting, Setting, SettingGroup } from './setting.tsx';
import { useSet } from './use-set.ts';

const text = settingsText.recording;
const mebibyte = 1024 * 1024;

const names = [
  { value: 'underscored', name: text.names.underscored },
  { value: 'dotted', name: text.names.dotted },
] as const;
const closes = [
  { value: 'keep', name: text.closes.keep },
  { value: 'quit', name: text.closes.quit },
] as const;

export function RecordingSettings({ settings }: { readonly settings: Settings }) {
  const set = useSet();
  const state = useAppState().data;
  const endpoint = state?.endpoint ?? null;
  return (
    <SettingGroup title={text.title}>
      <Setting
        name={text.endpoint}
        hint={
          endpoint === null ? (
            <span className="setting-state-failed">
              {text.notServing(state?.endpoint_error ?? '')}
            </span>
          ) : (
            <span className="mono selectable">{endpoint}</span>
          )
        }
      >
        {endpoint === null ? null : <CopyButton text={endpoint} name={text.copyAddress} />}
      </Setting>
      <NumberSetting
        name={text.port}
        hint={text.portHint}
        value={settings.port}
        least={0}
        most={65_535}
        onChange={(port) => set({ port })}
      />
      <Setting name={text.toolNames} hint={text.toolNamesHint}>
        <Pick
          label={text.toolNames}
          value={settings.toolNames}
          options={names}
          onPick={(toolNames) => set({ toolNames })}
        />
      </Setting>
      <NumberSetting
        name={text.body}
        hint={text.bodyHint}
        unit={text.bodyUnit}
        value={Math.max(1, Math.round(settings.bodyLimitBytes / mebibyte))}
        least={1}
        most={240}
        onChange={(size) => set({ bodyLimitBytes: size * mebibyte })}
      />
      <AuditLogSetting settings={settings} />
      <Setting name={text.close} hint={text.closeHint[state?.tray ?? 'unknown']}>
        <Pick
          label={text.close}
          value={settings.window.keepRecordingWhenClosed ? 'keep' : 'quit'}
          options={closes}
          onPick={(value) => set({ window: { keepRecordingWhenClosed: value === 'keep' } })}
        />
      </Setting>
      <Setting name={text.quit} hint={text.quitHint}>
        <Button onClick={() => void inkwatch.app.quit()}>{text.quit}</Button>
      </Setting>
    </SettingGroup>
  );
}
