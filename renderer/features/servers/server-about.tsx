import type { ReactNode } from 'react';
import type { ServerView } from '../../../shared/servers.ts';
import { visibleLine } from '../../../shared/text.ts';
import { serversText } from '../../text/servers-text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { targetOf } from './target.ts';

const text = serversText.about;

/** How Inkwatch reaches it, and how clients do. */
export function ServerAbout({ view }: { readonly view: ServerView }) {
  const { config, state, url } = view;
  const values = Object.entries(config.kind === 'stdio' ? config.env : config.headers);
  return (
    <section className="server-card" aria-label={text.title}>
      <h2 className="server-card-title">{text.title}</h2>
      <dl className="server-facts">
        <Fact name={config.kind === 'stdio' ? text.command : text.address}>
          <span className="mono selectable">{visibleLine(targetOf(config))}</span>
        </Fact>
        {config.kind === 'stdio' && config.cwd !== null ? (
          <Fact name={text.cwd}>
            <span className="mono selectable">{visibleLine(config.cwd)}</span>
          </Fact>
        ) : null}
        {values.length === 0 ? null : (
          <Fact name={config.kind === 'stdio' ? text.env : text.headers}>
            <span className="mono">
              {values.map(([name, value]) => (
                <span key={name} className="server-value">
                  {visibleLine(`${name}${config.kind === 'stdio' ? '=' : ': '}${value}`)}
                </span>
              ))}
            </span>
            <span className="server-fact-hint">{text.masked}</span>
          </Fact>
        )}
        {state.server === null ? null : (
          <Fact name={text.says}>
            <span className="selectable">
              {visibleLine(`${state.server.name} ${state.server.version}`)}
            </span>
            {state.protocol_version === null ? null : (
              <span className="server-fact-hint">
                {text.protocol(visibleLine(state.protocol_version))}
              </span>
            )}
          </Fact>
        )}
        {state.pids.length === 0 ? null : (
          <Fact name={text.process}>
            <span className="mono selectable">{state.pids.join(', ')}</span>
          </Fact>
        )}
        <Fact name={text.reach}>
          {url === null ? (
            <span className="quiet">{text.notServed}</span>
          ) : (
            <>
              <span className="server-reach">
                <span className="mono selectable">{url}</span>
                <CopyButton text={url} name={text.copy} />
              </span>
              <span className="server-fact-hint">{text.reachHint}</span>
            </>
          )}
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="server-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
