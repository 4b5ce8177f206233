import { resolve } from 'node:path';
import { type ServerView, toolPolicies } from '../../shared/servers.ts';
import { visibleLine } from '../../shared/text.ts';
import { upstreamConfigSchema, upstreamNameSchema } from '../../shared/upstream.ts';
import { CliError, type Register, usageError } from './program.ts';
import { registerServerFiles } from './server-files.ts';
import { alignedLines, jsonText } from './table.ts';
import { askCore } from './with-core.ts';

interface Output {
  readonly json?: true;
}

interface AddOptions extends Output {
  readonly url?: string;
  readonly sse?: true;
  readonly header: readonly (readonly [string, string])[];
  readonly env: readonly (readonly [string, string])[];
  readonly cwd?: string;
  readonly capture?: string;
  readonly record?: string;
}

const collect =
  (separator: string, what: string) =>
  (text: string, before: readonly (readonly [string, string])[]) => {
    const at = text.indexOf(separator);
    if (at < 1) throw usageError(`It must be ${what}.`);
    return [...before, [text.slice(0, at).trim(), text.slice(at + 1).trim()] as const];
  };

/** `inkwatch server`: the servers behind the gateway. Changes take effect in a running core. */
export const registerServer: Register = (program, context) => {
  const server = program
    .command('server')
    .description(
      'list, add, remove, test, enable and disable the servers behind the gateway; import those of the clients',
    );
  const print = (view: ServerView, { json }: Output, words: string): void => {
    process.stdout.write(json ? `${jsonText(view)}\n` : `${visibleLine(words)}\n`);
  };

  server
    .command('list')
    .description('list the servers with their state')
    .option('--json', 'print one JSON object per server')
    .action(async ({ json }: Output) => {
      const views = await askCore(context, 'servers:list', {});
      const lines = json ? views.map(jsonText) : tableOf(views);
      process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    });

  server
    .command('add')
    .description('put a server behind the gateway: a command (after --), or an address with --url')
    .argument('<name>', 'what it is called, and a part of its address', nameOf)
    .argument('[command...]', 'command with its arguments')
    .option('--url <address>', 'a server over Streamable HTTP')
    .option('--sse', 'the address speaks the older HTTP with SSE')
    .option(
      '--header <name: value>',
      'an HTTP header; may be given more than once',
      collect(':', 'NAME: VALUE'),
      [],
    )
    .option(
      '--env <name=value>',
      'an environment variable; may be given more than once',
      collect('=', 'NAME=VALUE'),
      [],
    )
    .option('--cwd <folder>', 'working folder of the command')
    .option('--capture <level>', 'what rows keep: digest, summary or full')
    .option('--record <which>', 'which calls leave rows: writes or all')
    .option('--json', 'print the server as one JSON object')
    .action(async (name: string, command: readonly string[], options: AddOptions) => {
      const view = await askCore(context, 'servers:add', {
        config: configOf(name, command, options),
        options: {
          ...(options.capture === undefined ? {} : { capture: options.capture as 'summary' }),
          ...(options.record === undefined ? {} : { record: options.record as 'writes' }),
        },
      });
      const where = view.url === null ? '' : ` Clients reach it at ${view.url}.`;
      print(view, options, `${name} is behind the gateway now.${where}`);
    });

  server
    .command('remove')
    .description('take a server out; its rows stay')
    .argument('<name>', 'its name', nameOf)
    .action(async (name: string) => {
      await askCore(context, 'servers:remove', { name });
      process.stdout.write(
        `${name} is no longer behind the gateway. What it wrote stays in the ledger.\n`,
      );
    });

  server
    .command('test')
    .description('start a server once and say whether it answers; exit code 1 where it does not')
    .argument('<name>', 'its name', nameOf)
    .option('--json', 'print the result as one JSON object')
    .action(async (name: string, { json }: Output) => {
      const test = await askCore(context, 'servers:test', { name });
      const tools = test.tools === null ? '' : ` It has ${test.tools} tools.`;
      const words = `${name}: ${test.says}.${tools} (${test.elapsed_ms} ms)`;
      process.stdout.write(json ? `${jsonText(test)}\n` : `${visibleLine(words)}\n`);
      if (!test.ok) process.exitCode = 1;
    });

  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    server
      .command(verb)
      .description(enabled ? 'let a server be used again' : 'stop a server and refuse its calls')
      .argument('<name>', 'its name', nameOf)
      .option('--json', 'print the server as one JSON object')
      .action(async (name: string, output: Output) => {
        const view = await askCore(context, 'servers:change', { name, enabled });
        print(view, output, `${name} is ${enabled ? 'enabled' : 'disabled'}.`);
      });
  }

  server
    .command('tool')
    .description('decide of one tool: allow, deny or ask; or mark it as a read or a write')
    .argument('<name>', 'the server', nameOf)
    .argument('<tool>', 'the tool, as the server calls it')
    .option('--policy <policy>', 'allow, deny or ask', policyOf)
    .option('--mark <effect>', 'read, write or none')
    .option('--json', 'print the server as one JSON object')
    .action(
      async (
        name: string,
        tool: string,
        options: Output & { readonly policy?: 'allow' | 'deny' | 'ask'; readonly mark?: string },
      ) => {
        const effect =
          options.mark === undefined ? undefined : options.mark === 'none' ? null : options.mark;
        if (effect !== undefined && effect !== null && effect !== 'read' && effect !== 'write') {
          throw new CliError('--mark must be read, write or none.');
        }
        const view = await askCore(context, 'servers:tool', {
          server: name,
          tool,
          ...(options.policy === undefined ? {} : { policy: options.policy }),
          ...(effect === undefined ? {} : { effect }),
        });
        print(view, options, `Decided of ${tool} of ${name}.`);
      },
    );
  registerServerFiles(server, context);
};

function configOf(name: string, command: readonly string[], options: AddOptions) {
  const [file, ...args] = command;
  if ((file === undefined) === (options.url === undefined)) {
    throw new CliError('Give either a command after --, or an address with --url.');
  }
  const config =
    file === undefined
      ? {
          name,
          kind: options.sse === true ? 'sse' : 'http',
          url: options.url,
          headers: Object.fromEntries(options.header),
        }
      : {
          name,
          kind: 'stdio',
          command: file,
          args,
          env: Object.fromEntries(options.env),
          cwd: options.cwd === undefined ? null : resolve(options.cwd),
        };
  const parsed = upstreamConfigSchema.safeParse(config);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CliError(`${issue?.path.join('.') ?? 'config'}: ${issue?.message ?? 'is not valid'}`);
}

function nameOf(text: string): string {
  const parsed = upstreamNameSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw usageError(parsed.error.issues[0]?.message ?? 'It is no name.');
}

function policyOf(text: string): string {
  if ((toolPolicies as readonly string[]).includes(text)) return text;
  throw usageError(`It must be one of ${toolPolicies.join(', ')}.`);
}

const headings = ['NAME', 'KIND', 'STATE', 'TOOLS', 'CAPTURE', 'RECORD', 'WHY'];
const widest = [32, 6, 10, 6, 8, 7, 80];

function tableOf(views: readonly ServerView[]): readonly string[] {
  const rows = views.map(({ name, config, enabled, state, tools, options }) => [
    name,
    config.kind,
    enabled ? state.state : 'disabled',
    tools === null ? '?' : String(tools.length),
    options.capture,
    options.record,
    state.why,
  ]);
  return alignedLines([headings, ...rows], widest);
}
