import { resolve } from 'node:path';
import { addDatabaseSchema, type DatabaseView } from '../../shared/databases.ts';
import { visibleLine } from '../../shared/text.ts';
import { type Register, usageError } from './program.ts';
import { alignedLines, jsonText, localTime } from './table.ts';
import { askCore } from './with-core.ts';

interface Output {
  readonly json?: true;
}

/** `inkwatch db`: which SQLite files agents may reach through the SQL tools. Takes effect in a running core. */
export const registerDb: Register = (program, context) => {
  const db = program
    .command('db')
    .description('list, add and remove the SQLite databases that agents may query');

  db.command('list')
    .description('list the registered databases')
    .option('--json', 'print one JSON object per database')
    .action(async ({ json }: Output) => {
      const views = await askCore(context, 'databases:list', {});
      const lines = json ? views.map(jsonText) : tableOf(views);
      process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    });

  db.command('add')
    .description('let agents reach a SQLite file by this name; the SQL tools appear with the first')
    .argument('<name>', 'what agents call it (A-Z a-z 0-9 _ -)', nameOf)
    .argument('<path>', 'the file')
    .option('--read-only', 'agents can query it, and not change it')
    .option('--json', 'print the database as one JSON object')
    .action(async (name: string, path: string, output: Output & { readonly readOnly?: true }) => {
      const view = await askCore(context, 'databases:add', {
        name,
        path: resolve(path),
        read_only: output.readOnly === true,
      });
      const access = view.read_only ? 'query' : 'query and change';
      const words = `Agents can ${access} ${view.path} as ${view.name} now.`;
      process.stdout.write(output.json ? `${jsonText(view)}\n` : `${visibleLine(words)}\n`);
    });

  db.command('remove')
    .description('take a database back; the file itself stays as it is')
    .argument('<name>', 'its name', nameOf)
    .action(async (name: string) => {
      await askCore(context, 'databases:remove', { name });
      process.stdout.write(`Agents cannot reach ${name} any more. Its file stays as it is.\n`);
    });
};

function nameOf(text: string): string {
  const parsed = addDatabaseSchema.shape.name.safeParse(text);
  if (parsed.success) return parsed.data;
  throw usageError(`A name ${parsed.error.issues[0]?.message ?? 'is not valid'}.`);
}

const headings = ['NAME', 'ACCESS', 'FILE', 'ADDED', 'PATH'];
const widest = [64, 10, 7, 25, 200];

function tableOf(views: readonly DatabaseView[]): readonly string[] {
  if (views.length === 0) return ['No database is registered: inkwatch db add NAME PATH'];
  return alignedLines(
    [
      headings,
      ...views.map((view) => [
        view.name,
        view.read_only ? 'read-only' : 'read-write',
        view.file,
        localTime(view.added_ms),
        view.path,
      ]),
    ],
    widest,
  );
}
