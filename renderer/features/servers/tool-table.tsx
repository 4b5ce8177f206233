import { useState } from 'react';
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
import { RangePick } from './range-pick.tsx';
import { toolFigures } from './server-figures.ts';
import { useServersPage } from './servers-store.ts';
import { useChangeTool, useServerStats } from './use-servers.ts';
import '../../ui/inputs.css';
import './tools.css';

const text = serversText.tools;
const policies = toolPolicies.map((value) => ({ value, name: text.policies[value] }));
/** Unmarked, a tool is what it was found to be; its other choices are a person's marks. */
const marks = {
  read: kindChoices({ none: text.kinds.read, ...text.markAs }),
  write: kindChoices({ none: text.kinds.write, ...text.markAs }),
  marked: kindChoices(text.marks),
} as const;

function kindChoices(names: Readonly<Record<'none' | 'read' | 'write', string>>) {
  return (['none', 'read', 'write'] as const).map((value) => ({ value, name: names[value] }));
}
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
  const lastUses = new Map(
    (stats?.known ?? []).flatMap(({ server, tool, last_ms }) =>
      server === view.name ? [[tool, last_ms]] : [],
    ),
  );
  const figures = toolFigures(stats, view.name);
  const leavesNoRow = ({ effect }: ServerToolView) =>
    effect === 'read' && view.options.record === 'writes';
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
          <span className="quiet">{text.days}</span>
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
              <th key={name} scope="col" title={name === 'times' ? serversText.timesHint : ''}>
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
              last_ms={lastUses.get(tool.name) ?? null}
              unused={
                stats === undefined || stats.unused === null || leavesNoRow(tool)
                  ? null
                  : unused.has(tool.name)
              }
              noRows={leavesNoRow(tool)}
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
  /** Of its last call, in the range or before; null: none. */
  readonly last_ms: number | null;
  /** Null: cannot tell. */
  readonly unused: boolean | null;
  /** Its calls are not recorded, so nobody counts them. */
  readonly noRows: boolean;
}

function ToolLine({ server, tool, stats, last_ms, unused, noRows }: ToolLineProps) {
  const change = useChangeTool();
  const name = visibleLine(tool.name);
  const about = visibleLine(tool.description ?? tool.title ?? '');
  const set = (policy: ToolPolicy) => change({ server, tool: tool.name, policy });
  const mark = (effect: 'none' | 'read' | 'write') =>
    change({ server, tool: tool.name, effect: effect === 'none' ? null : effect });
  return (
    <tr className={`tool-policy-${tool.policy} tool-kind-${tool.effect}`}>
      <th scope="row">
        <span className="mono tool-name cut" title={name}>
          {name}
        </span>
        <Hint text={cutCharacters(visibleText(tool.description ?? ''), 900)} side="bottom">
          <span className="server-under tool-about">{about}</span>
        </Hint>
      </th>
      <td>
        <Pick
          label={text.kindOf(name)}
          value={tool.evidence === 'person' ? tool.effect : 'none'}
          options={marks[tool.evidence === 'person' ? 'marked' : tool.effect]}
          onPick={mark}
        />
        <span className="server-under tool-why">{text.evidence[tool.evidence]}</span>
      </td>
      <td>
        <Pick label={text.policyOf(name)} value={tool.policy} options={policies} onPick={set} />
      </td>
      <td className="server-number">
        {stats === null && noRows ? (
          <span className="quiet">{text.notRecorded}</span>
        ) : (
          count(stats?.calls ?? 0)
        )}
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
        <LastUsed last_ms={last_ms} unused={unused} />
      </td>
    </tr>
  );
}

function LastUsed({ last_ms, unused }: Pick<ToolLineProps, 'last_ms' | 'unused'>) {
  const zone = useZone();
  const now = useMinute();
  if (last_ms !== null) {
    return (
      <span className={unused ? 'quiet' : ''} title={whenInWords(last_ms, zone, now)}>
        {relativeTime(last_ms, Math.max(now, last_ms))}
      </span>
    );
  }
  return unused === null ? (
    <span className="quiet">{text.cannotTell}</span>
  ) : (
    <span className="quiet" title={text.neverHint}>
      {text.never}
    </span>
  );
}
