import type { AppState } from '../../../shared/answers.ts';
import type { Settings } from '../../../shared/settings.ts';
import { useAppState, useZone } from '../../data/queries.ts';
import { shortClock } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { settingsText } from '../../text/settings-text.ts';
import { Button } from '../../ui/button.tsx';
import { NumberSetting, Setting, SettingGroup, SwitchSetting } from './setting.tsx';
import { useMute, useSet } from './use-set.ts';

const text = settingsText.alerts;
const muteMinutes = [15, 30, 60] as const;

export function AlertSettings({ settings }: { readonly settings: Settings }) {
  const set = useSet();
  const notifications = useAppState().data?.notifications;
  const { burst } = settings;
  return (
    <SettingGroup title={text.title}>
      <NumberSetting
        name={text.threshold}
        unit={text.thresholdUnit}
        hint={text.thresholdHint}
        value={burst.threshold}
        least={2}
        most={10_000}
        onChange={(threshold) => set({ burst: { threshold } })}
      />
      <NumberSetting
        name={text.window}
        unit={text.windowUnit}
        value={burst.windowSeconds}
        least={5}
        most={3600}
        onChange={(windowSeconds) => set({ burst: { windowSeconds } })}
      />
      <SwitchSetting
        name={text.enabled}
        hint={text.enabledHint}
        value={settings.notifications.enabled}
        onChange={(enabled) => set({ notifications: { enabled } })}
      />
      {settings.notifications.enabled ? (
        <>
          <SwitchSetting
            name={text.sound}
            hint={text.soundHint}
            value={settings.notifications.sound}
            onChange={(sound) => set({ notifications: { sound } })}
          />
          <Mute until={settings.notifications.mutedUntilMs} />
          {notifications === undefined ? null : (
            <Setting name={text.state} hint={<State state={notifications} />} />
          )}
        </>
      ) : null}
    </SettingGroup>
  );
}

function Mute({ until }: { readonly until: number | null }) {
  const mute = useMute();
  const zone = useZone();
  // The minute draws this again when the mute has run out.
  useMinute();
  const muted = until !== null && until > Date.now();
  return (
    <Setting
      name={text.mute}
      hint={muted ? text.mutedUntil(shortClock(until, zone)) : text.notMuted}
    >
      {muted ? (
        <Button onClick={() => mute(0)}>{text.unmute}</Button>
      ) : (
        muteMinutes.map((minutes) => (
          <Button key={minutes} onClick={() => mute(minutes)}>
            {text.muteFor(String(minutes))}
          </Button>
        ))
      )}
    </Setting>
  );
}

function State({ state }: { readonly state: AppState['notifications'] }) {
  switch (state.available) {
    case 'yes':
      return text.available;
    case 'no':
      return <span className="setting-state-failed">{text.unavailable(state.why)}</span>;
    case 'unknown':
      return text.unknown(state.why);
  }
}
