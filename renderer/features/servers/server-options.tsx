import { captureLevels, type ServerOptions, type ServerView } from '../../../shared/servers.ts';
import { serversText } from '../../text/servers-text.ts';
import { Pick } from '../../ui/menu.tsx';
import { Setting, SwitchSetting } from '../settings/setting.tsx';
import { useChangeServer } from './use-servers.ts';

const text = serversText.recording;
const captures = captureLevels.map((value) => ({ value, name: text.captures[value] }));
const records = (['writes', 'all'] as const).map((value) => ({ value, name: text.records[value] }));

/** What rows keep of this server's calls. */
export function ServerOptionsCard({ view }: { readonly view: ServerView }) {
  const change = useChangeServer();
  const { name, options } = view;
  const set = (part: Partial<ServerOptions>) => change({ name, options: part });
  return (
    <section className="server-card server-options" aria-label={text.title}>
      <h2 className="server-card-title">{text.title}</h2>
      <Setting name={text.capture} hint={text.captureHint[options.capture]}>
        <Pick
          label={text.capture}
          value={options.capture}
          options={captures}
          onPick={(capture) => set({ capture })}
        />
      </Setting>
      <Setting name={text.record} hint={text.recordHint}>
        <Pick
          label={text.record}
          value={options.record}
          options={records}
          onPick={(record) => set({ record })}
        />
      </Setting>
      <SwitchSetting
        name={text.reason}
        hint={text.reasonHint}
        value={options.add_reason}
        onChange={(add_reason) => set({ add_reason })}
      />
    </section>
  );
}
