import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  type ClientKey,
  clientKeys,
  type FileChanged,
  type FileRestored,
  type ImportOutcome,
  type ImportOverview,
  type OfferedItem,
} from '../../shared/client-files.ts';
import { visibleLine } from '../../shared/text.ts';
import { type CliContext, CliError, usageError } from './program.ts';
import { alignedLines, jsonText } from './table.ts';
import { askCore } from './with-core.ts';

interface ImportOptions {
  readonly apply?: true;
  readonly point: boolean;
  readonly project: readonly string[];
  readonly json?: true;
}

interface RestoreOptions {
  readonly force?: true;
  readonly json?: true;
}

/** `inkwatch server import` and `restore`: the clients' own files. Without `--apply` nothing is changed. */
export function registerServerFiles(server: Command, context: CliContext): void {
  server
    .command('import')
    .description(
      'show which servers the clients’ own files have; with --apply, take them over and let the clients reach them through Inkwatch',
    )
    .argument('[client]', `one of ${clientKeys.join(', ')}; default: all`, clientOf)
    .option('--apply', 'do it; each file that is changed is kept first')
    .option('--no-point', 'import only: the clients’ files stay as they are')
    .option(
      '--project <folder>',
      'also the files of this project; may be given more than once',
      (folder: string, before: readonly string[]) => [...before, resolve(folder)],
      [],
    )
    .option('--json', 'print JSON: one object per entry, or with --apply the outcome')
    .action(async (client: ClientKey | undefined, options: ImportOptions) => {
      const scope = {
        ...(client === undefined ? {} : { clients: [client] }),
        projects: [...options.project],
      };
      const overview = await askCore(context, 'client-files:preview-import', scope);
      if (options.apply !== true) {
        print(options.json ? jsonLines(overview) : previewLines(overview, options.point));
        return;
      }
      const items = overview.items.filter(isOffered).map(({ id, digest }) => ({ id, digest }));
      if (items.length === 0) throw new CliError('There is nothing to import.');
      const outcome = await askCore(context, 'client-files:import', {
        ...scope,
        items,
        point: options.point,
      });
      print(options.json ? [jsonText(outcome)] : outcomeLines(outcome));
      const failed =
        outcome.items.some((item) => item.server === null) ||
        outcome.files.some(({ kind }) => kind === 'refused');
      if (failed) process.exitCode = 1;
    });

  server
    .command('restore')
    .description('bring back clients’ files that Inkwatch changed, byte for byte')
    .argument('<file or client>', `a file, or one of ${clientKeys.join(', ')}`)
    .option('--force', 'also where it was changed since; what is there now is kept')
    .option('--json', 'print one JSON object per file')
    .action(async (named: string, { force, json }: RestoreOptions) => {
      const files = await filesOf(context, named);
      for (const file of files) {
        const answer = await askCore(context, 'client-files:restore', {
          file,
          force: force === true,
        });
        print([json ? jsonText(answer) : restoredLine(answer)]);
        if (answer.kind === 'changed-since' || answer.kind === 'refused') process.exitCode = 1;
      }
    });
}

function clientOf(text: string): ClientKey {
  const known = clientKeys.find((key) => key === text);
  if (known === undefined) throw usageError(`It must be one of ${clientKeys.join(', ')}.`);
  return known;
}

/** The file that is named, or the files of a client that Inkwatch changed. */
async function filesOf(context: CliContext, named: string): Promise<readonly string[]> {
  const client = clientKeys.find((key) => key === named);
  // A client's file may be gone: its backup is asked for by its path all the same.
  if (client === undefined) return [resolve(named)];
  if (existsSync(resolve(named))) return [resolve(named)];
  const found = await askCore(context, 'client-files:find', {});
  const changed = found.filter((one) => one.client === client && one.changed_ms !== null);
  if (changed.length === 0) throw new CliError(`Inkwatch has changed no file of ${named}.`);
  return changed.map(({ file }) => file);
}

function isOffered({ state, change }: OfferedItem): boolean {
  return state === 'new' || (state === 'same' && change !== null);
}

function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function jsonLines({ items, problems }: ImportOverview): readonly string[] {
  return [...items, ...problems].map(jsonText);
}

const headings = ['ENTRY', 'CLIENT', 'STATE', 'AS', 'RUNS', 'WHY'];
const widest = [28, 16, 12, 28, 60, 70];

function previewLines({ items, problems }: ImportOverview, point: boolean): readonly string[] {
  const rows = items.map((item) => [
    item.entry,
    item.client_name,
    item.state,
    item.server ?? '',
    item.shown?.target ?? '',
    [item.why, ...item.notes, item.cannot_change ?? ''].filter(Boolean).join(' '),
  ]);
  const offered = items.filter(isOffered);
  const changes = point ? offered.flatMap(({ change }) => (change === null ? [] : [change])) : [];
  return [
    ...(items.length === 0 ? ['No entry was found.'] : alignedLines([headings, ...rows], widest)),
    ...problems.map(({ file, why }) => visibleLine(`${file}: ${why}`)),
    ...changes.flatMap(({ file, entry, before, after, notes }) => [
      '',
      visibleLine(`${file}: ${entry}`),
      ...sides('-', before ?? ''),
      ...sides('+', after),
      ...notes.map(visibleLine),
    ]),
    ...(offered.length === 0 ? [] : ['', 'Nothing was changed. With --apply it is done.']),
  ];
}

function sides(sign: '-' | '+', json: string): readonly string[] {
  return json === '' ? [] : json.split('\n').map((line) => `${sign} ${visibleLine(line)}`);
}

function outcomeLines({ items, files }: ImportOutcome): readonly string[] {
  return [
    ...items.map(({ server, added, why }) =>
      server === null
        ? `Not imported: ${visibleLine(why)}`
        : `${server} ${added ? 'is behind the gateway now' : 'was there already'}.`,
    ),
    ...files.map(changedLine),
    ...(files.some(({ kind }) => kind === 'changed')
      ? ['Start these clients again. “inkwatch server restore FILE” takes the change back.']
      : []),
  ];
}

function changedLine(file: FileChanged): string {
  const path = visibleLine(file.file);
  switch (file.kind) {
    case 'changed':
      return `${path} was changed; the original is ${visibleLine(file.backup)}`;
    case 'unchanged':
      return `${path} stays as it is`;
    case 'refused':
      return `${path} was not changed: ${visibleLine(file.why)}`;
  }
}

function restoredLine(answer: FileRestored): string {
  const file = visibleLine(answer.file);
  switch (answer.kind) {
    case 'restored':
      return answer.backup === null
        ? `${file} was restored.`
        : `${file} was restored; what was there is ${visibleLine(answer.backup)}`;
    case 'changed-since':
      return `${file}: ${visibleLine(answer.why)} With --force it is restored all the same; what is there now is kept.`;
    case 'nothing':
      return `${file}: ${visibleLine(answer.why)}`;
    case 'refused':
      return `${file} was not restored: ${visibleLine(answer.why)}`;
  }
}
