import { useAppState } from '../../data/queries.ts';
import { settingsText } from '../../text/settings-text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Setting, SettingGroup } from './setting.tsx';

const text = settingsText.data;

/** Where everything lies, as an absolute path (case b04). */
export function DataSettings() {
  const state = useAppState().data;
  if (state === undefined) return null;
  const { ledger } = state;
  const said = ledger.kind === 'ok' ? (ledger.warning ?? text.ledgerOk) : ledger.why;
  return (
    <SettingGroup title={text.title}>
      <Setting name={text.folder} hint={<span className="mono selectable">{state.home}</span>}>
        <CopyButton text={state.home} name={text.copyFolder} />
      </Setting>
      <Setting
        name={text.ledger}
        hint={ledger.kind === 'ok' ? said : <span className="setting-state-failed">{said}</span>}
      />
      <Setting name={text.version} hint={text.privacy}>
        <span className="selectable">{state.version}</span>
      </Setting>
    </SettingGroup>
  );
}
