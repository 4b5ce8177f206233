import type { Command } from 'commander';
import type { ConnectionChange, ConnectionView } from '../../shared/connections.ts';
import { visibleLine } from '../../shared/text.ts';
import { wholeNumber } from './options.ts';
import { type CliContext, CliError, type Register } from './program.ts';
import { alignedLines, jsonText, localTime } from './table.ts';
import { askCore } from './with-core.ts';

interface Output {
  readonly json?: true;
}

/** `inkwatch connect`: a way in per client, and what each may write. Changes take effect in a running core. */
export const registerConnect: Register = (program, context) => {
  const connect = program
    .command('connect')
    .description('list, add, revoke, pause, pin and limit the connections of clients');
  const sub = (usage: string, description: string): Command =>
    connect
      .command(usage)
      .description(description)
      .option('--json', 'print one JSON object per connection');
  const print = (view: ConnectionView, { json }: Output, words: string): void => {
    process.stdout.write(json ? `${jsonText(view)}\n` : `${visibleLine(words)}\n`);
  };
  const change = async (
    which: string,
    what: Omit<ConnectionChange, 'client_id'>,
    output: Output,
    words: (view: ConnectionView) => string,
  ): Promise<void> => {
    const { client_id } = await named(context, which);
    const view = await askCore(context, 'connections:change', { client_id, ...what });
    print(view, output, words(view));
  };

  sub('list', 'list all connections, revoked ones too').action(async (output: Output) => {
    const views = await askCore(context, 'connections:list', {});
    const lines = output.json ? views.map(jsonText) : tableOf(views);
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    // Beside the list: it says nothing of a single connection, and "in use" alone would mislead.
    const { policy } = await askCore(context, 'settings:get', {});
    if (policy.readOnly) process.stderr.write(`${readOnlyWords}\n`);
  });

  sub('add <name>', 'make a connection; its token is printed this once').action(
    async (name: string, { json }: Output) => {
      const { connection, token, entries } = await askCore(context, 'connections:add', { name });
      const { client_id, created_ms } = connection;
      if (json) {
        process.stdout.write(
          `${jsonText({ client_id, name: connection.name, created_ms, token })}\n`,
        );
        return;
      }
      // The token alone, so that a script can take it; what a person needs with it goes beside it.
      process.stdout.write(`${token}\n`);
      const ways = entries.map(({ name: client, how, shown }) => `\n${client}: ${how}\n${shown}\n`);
      process.stderr.write(
        `“${connection.name}” has this token. It is shown only now.\n${ways.join('')}`,
      );
    },
  );

  sub('revoke <connection>', 'take a connection back: its token opens nothing any more').action(
    async (which: string, output: Output) => {
      const { client_id } = await named(context, which);
      const view = await askCore(context, 'connections:revoke', { client_id });
      print(view, output, `“${view.name}” is revoked.`);
    },
  );

  for (const [verb, paused, state] of [
    ['pause', true, 'paused: its writes are refused'],
    ['resume', false, 'writing again'],
  ] as const) {
    sub(`${verb} [connection]`, `${verb} the writes of a connection, by name or id`)
      .option('--all', `${verb} all writes of all connections (read-only mode)`)
      .action(async (which: string | undefined, output: Output & { readonly all?: true }) => {
        if ((which === undefined) === (output.all === undefined)) {
          throw new CliError(`Name one connection to ${verb}, or give --all.`);
        }
        if (which === undefined) {
          const policy = { readOnly: paused };
          const settings = await askCore(context, 'settings:set', { policy });
          const words = paused ? 'All writes are paused.' : 'Writes are allowed again.';
          process.stdout.write(`${output.json ? jsonText(settings.policy) : words}\n`);
          return;
        }
        await change(which, { paused }, output, ({ name }) => `“${name}” is ${state}.`);
      });
  }

  sub('pin <connection> <namespace>', 'keep a connection’s writes to one namespace').action(
    (which: string, namespace: string, output: Output) =>
      change(which, { pinned_namespace: namespace }, output, ({ name, pinned }) =>
        pinned?.label.state === 'absent'
          ? `“${name}” writes to “${namespace}” only. No document is there yet.`
          : `“${name}” writes to “${namespace}” only.`,
      ),
  );
  sub('unpin <connection>', 'let a connection write to any namespace').action(
    (which: string, output: Output) =>
      change(which, { pinned_namespace: null }, output, ({ name }) => `“${name}” writes anywhere.`),
  );
  sub(
    'limit <connection> <writes>',
    'writes per hour; “default”: as the settings say for all',
  ).action((which: string, writes: string, output: Output) => {
    const limit = writes === 'default' ? null : wholeNumber(1, 1_000_000)(writes);
    return change(which, { writes_per_hour: limit }, output, ({ name }) =>
      limit === null
        ? `“${name}” has the limit of all connections.`
        : `“${name}” may write ${limit.toLocaleString('en')} times an hour.`,
    );
  });
};

const readOnlyWords =
  'All writes are paused (read-only mode). “inkwatch connect resume --all” ends that.';

/** The connection with this name in use, or else with this id. @throws CliError where there is none */
async function named(context: CliContext, which: string): Promise<ConnectionView> {
  const views = await askCore(context, 'connections:list', {});
  const key = which.trim().toLowerCase();
  const found =
    views.find(({ name, revoked_ms }) => revoked_ms === null && name.toLowerCase() === key) ??
    views.find(({ client_id }) => client_id === which.trim());
  if (found !== undefined) return found;
  throw new CliError(`There is no connection “${which}”. “inkwatch connect list” shows them.`);
}

const headings = [
  'NAME',
  'ID',
  'STATE',
  'NAMESPACE',
  'PER HOUR',
  'LAST HOUR',
  'WRITES',
  'FAILED',
  'LAST SEEN',
  'CLIENTS',
];
const widest = [32, 20, 8, 40, 9, 9, 12, 12, 25, 80];

function tableOf(views: readonly ConnectionView[]): readonly string[] {
  const rows = views.map((view) => [
    view.name,
    view.client_id,
    view.revoked_ms !== null ? 'revoked' : view.paused ? 'paused' : 'in use',
    pinWords(view),
    view.writes_per_hour === null ? 'default' : String(view.writes_per_hour),
    String(view.counts.last_hour),
    String(view.counts.writes),
    String(view.counts.failures),
    view.last_seen_ms === null ? 'never' : localTime(view.last_seen_ms),
    view.clients
      .map(({ client_info, client_name, client_version, agrees }) => {
        const said = [client_name ?? client_info, client_version].filter(Boolean).join(' ');
        return agrees === 'disagree' ? `${said} (not what its connection is called)` : said;
      })
      .join(', '),
  ]);
  return alignedLines([headings, ...rows], widest);
}

function pinWords({ pinned }: ConnectionView): string {
  if (pinned === null) return 'any';
  switch (pinned.label.state) {
    case 'present':
      return pinned.name;
    case 'absent':
      return `${pinned.name} (no document)`;
    case 'unknown':
      return `${pinned.name} (unknown)`;
  }
}
