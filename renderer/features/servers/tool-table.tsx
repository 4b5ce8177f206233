import { useId, useState } from 'react';
import {
  type ServerToolView,
  type ServerView,
  type ToolPolicy,
  type ToolStats,
  toolPolicies,
} from '../../../shared/servers.ts';
import { cutCharacters, visibleLine, visibleText } from '../../../shared/text.ts';
import { useZone } from '../../data/queries.ts';
import { count, relativeTime, took, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { serversText } from '../../text/servers-text.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import { Pick } from '../../ui/menu.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RangePick } from './range-pick.tsx';
import { toolFigures } from './server-figures.ts';
import { useServersPage } from './servers-store.ts';
import { useChangeTool, useServerStats } from './use-servers.ts';
import '../../ui/inputs.css';

const text = serversText.tools;
const policies = toolPolicies.map((value) => ({ value, name: text.policies[value] }));
const marks = (['none', 'read', 'write'] as const).map((value) => ({
  value,
  name: text.marks[value],
}));
const dayChoices = (['7', '30', '90'] as const).map((value) => ({
  value,
  name: text.daysOf(value),
}));
/** From so many tools on it is quicker to type than to look. */
const manyTools = 9;
const columnClasses = ['tool', 'kind', 'policy', 'calls', 'times', 'last'] as const;

/** What each tool is taken for, what is decided of it, and how it was used. */
export function ToolTable({ view }: { readonly view: ServerView }) {
  const { unusedDays, setUnusedDays } = useServersPage();
  const stats = useServerStats().data;
  const [find, setFind] = useState('');
  const [onlyUnused, setOnlyUnused] = useState(false);
  const { tools } = view;
  if (tools === null || tools.length === 0) {
    return <p className="server-card quiet">{tools === null ? text.unknown : text.none}</p>;
  }
  const unused = new Set(
    (stats?.unused ?? []).flatMap(({ server, tool }) => (server === view.name ? [tool] : [])),
  );
  const figures = toolFigures(stats, view.name);
  const shown = tools.filter(
    (tool) => matches(tool, find) && (!onlyUnused || unused.has(tool.name)),
  );
  return (
    <section className="server-tools" aria-label={text.title}>
      <div className="server-tools-head">
        <h2 className="server-card-title">
          {text.title} <span className="quiet">{count(tools.length)}</span>
        </h2>
        {tools.length < manyTools ? null : (
          <input
            type="search"
            className="text-input"
            aria-label={text.find}
            placeholder={text.find}
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
        )}
        <span className="server-tools-unused">
          {unused.size === 0 ? null : (
            <Button small aria-pressed={onlyUnused} onClick={() => setOnlyUnused(!onlyUnused)}>
              {text.unused(count(unused.size), String(unusedDays))}
            </Button>
          )}
          <Pick
            label={text.days}
            value={dayChoices.find(({ value }) => value === String(unusedDays))?.value ?? '30'}
            options={dayChoices}
            onPick={(days) => setUnusedDays(Number(days))}
          />
          <RangePick />
        </span>
      </div>
      <table className="tools" aria-label={text.title}>
        <colgroup>
          {columnClasses.map((name) => (
            <col key={name} className={`tools-${name}`} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columnClasses.map((name) => (
              <th key={name} scope="col">
                {text.columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((tool) => (
            <ToolLine
              key={tool.name}
              server={view.name}
              tool={tool}
              stats={figures.get(tool.name) ?? null}
              unused={unused.has(tool.name)}
            />
          ))}
        </tbody>
      </table>
      {shown.length === 0 ? <p className="quiet server-tools-nothing">{text.nothing}</p> : null}
      {view.options.record === 'writes' ? (
        <p className="server-tools-note quiet">{text.reads}</p>
      ) : null}
    </section>
  );
}

function matches({ name, title, description }: ServerToolView, find: string): boolean {
  const all = [name, title, description].join(' ').toLowerCase();
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

interface ToolLineProps {
  readonly server: string;
  readonly tool: ServerToolView;
  readonly stats: ToolStats | null;
  readonly unused: boolean;
}

function ToolLine({ server, tool, stats, unused }: ToolLineProps) {
  const change = useChangeTool();
  const why = useId();
  const name = visibleLine(tool.name);
  const about = visibleLine(tool.description ?? tool.title ?? '');
  const set = (policy: ToolPolicy) => change({ server, tool: tool.name, policy });
  const mark = (effect: 'none' | 'read' | 'write') =>
    change({ server, tool: tool.name, effect: effect === 'none' ? null : effect });
  return (
    <tr className={`tool-policy-${tool.policy}`}>
      <th scope="row">
        <span className="mono tool-name cut" title={name}>
          {name}
        </span>
        <Hint text={cutCharacters(visibleText(tool.description ?? ''), 900)} side="bottom">
          <span className="server-under tool-about">{about}</span>
        </Hint>
      </th>
      <td>
        <span className="tool-kind">
          <Tag tone={tool.effect === 'read' ? 'plain' : 'ink'}>{text.kinds[tool.effect]}</Tag>
          <Pick
            label={text.kindOf(name)}
            value={tool.evidence === 'person' ? tool.effect : 'none'}
            options={marks}
            onPick={mark}
          />
        </span>
        <span id={why} className="server-under tool-why">
          {text.evidence[tool.evidence]}
        </span>
      </td>
      <td>
        <Pick label={text.policyOf(name)} value={tool.policy} options={policies} onPick={set} />
      </td>
      <td className="server-number">
        {count(stats?.calls ?? 0)}
        {stats === null || stats.failures === 0 ? null : (
          <span className="server-under tool-failed">{text.failures(count(stats.failures))}</span>
        )}
        {stats === null || stats.unknown === 0 ? null : (
          <span className="server-under tool-unknown">
            {text.unknownOutcome(count(stats.unknown))}
          </span>
        )}
      </td>
      <td className="server-number">
        {stats === null || stats.p50_ms === null ? (
          <span className="quiet">{text.noTime}</span>
        ) : (
          [stats.p50_ms, stats.p95_ms, stats.p99_ms].map(took).join(' · ')
        )}
      </td>
      <td>
        <LastUsed last_ms={stats?.last_ms ?? null} unused={unused} />
      </td>
    </tr>
  );
}

function LastUsed({
  last_ms,
  unused,
}: {
  readonly last_ms: number | null;
  readonly unused: boolean;
}) {
  const zone = useZone();
  const now = useMinute();
  const days = useServersPage((state) => state.unusedDays);
  return (
    <span className="tool-last">
      {last_ms === null ? (
        <span className="quiet">{text.never}</span>
      ) : (
        <span title={whenInWords(last_ms, zone, now)}>
          {relativeTime(last_ms, Math.max(now, last_ms))}
        </span>
      )}
      {unused && last_ms !== null ? (
        <span className="server-under">{text.prune(String(days))}</span>
      ) : null}
    </span>
  );
}
