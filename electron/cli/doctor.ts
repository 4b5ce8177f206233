import type { HealthCheck, HealthReport, SelfTest } from '../../shared/health.ts';
import { visibleLine } from '../../shared/text.ts';
import { healthReport } from '../core/health/report.ts';
import { dbErrorKind } from '../db/errors.ts';
import { openReader } from '../db/open.ts';
import { homePaths } from '../home/paths.ts';
import { inspectSettings } from '../home/settings-store.ts';
import { type CliContext, CliError, type Register } from './program.ts';
import { jsonText } from './table.ts';
import { askRunning } from './with-core.ts';

interface DoctorOptions {
  readonly json?: true;
  readonly selfTest?: true;
}

/**
 * `inkwatch doctor`: asks the core of this home, or looks at the files itself where none runs, without
 * writing anything. Exit code 1 where something is wrong; what nobody knows is shown and is not wrong.
 */
export const registerDoctor: Register = (program, context) => {
  program
    .command('doctor')
    .description('say whether every write is recorded, and what to do where it is not')
    .option('--json', 'print the report as one JSON object')
    .option('--self-test', 'make a tool throw in the running Inkwatch, and call again')
    .action(async (options: DoctorOptions) => {
      const { report, running } = await look(context);
      const test = options.selfTest ? await selfTest(context, running) : null;
      if (options.json) {
        process.stdout.write(`${jsonText({ ...report, running, self_test: test })}\n`);
      } else {
        process.stdout.write(
          `${[...report.checks.map(checkText), ...testText(test)].join('\n')}\n`,
        );
      }
      const wrong = report.checks.filter(({ state }) => state === 'problem' || state === 'warning');
      if (wrong.length > 0) {
        throw new CliError(`Something is wrong: ${wrong.map(({ name }) => name).join(', ')}.`);
      }
      if (test?.passed === false) throw new CliError('The self-test failed.');
    });
};

async function look(
  context: CliContext,
): Promise<{ readonly report: HealthReport; readonly running: boolean }> {
  const answer = await askRunning(context.home(), 'health:report', {});
  if (answer?.ok) return { report: answer.value, running: true };
  if (answer !== null) throw new CliError(answer.message);
  return { report: await lookAtFiles(context.home()), running: false };
}

async function lookAtFiles(home: string): Promise<HealthReport> {
  const paths = homePaths(home);
  const { settings, warnings } = inspectSettings(paths.settings);
  const common = { paths, settings, settingsWarnings: warnings, nowMs: Date.now(), core: null };
  let reader: ReturnType<typeof openReader>;
  try {
    reader = openReader(paths.database);
  } catch (error) {
    const unreadable = error instanceof Error ? error.message : String(error);
    const kind = dbErrorKind(error);
    const wrong = kind === 'corrupt' || kind === 'io' || kind === 'read-only';
    return healthReport({ ...common, db: { unreadable, wrong } });
  }
  try {
    return await healthReport({ ...common, db: reader });
  } finally {
    reader.close();
  }
}

async function selfTest(context: CliContext, running: boolean): Promise<SelfTest> {
  if (!running) {
    throw new CliError(
      'The self-test needs a running Inkwatch: start the app or `inkwatch serve`.',
    );
  }
  const answer = await askRunning(context.home(), 'health:self-test', {});
  if (answer === null) throw new CliError('Inkwatch ended meanwhile.');
  if (!answer.ok) throw new CliError(answer.message);
  return answer.value;
}

const marks = {
  ok: 'ok     ',
  warning: 'WARNING',
  problem: 'PROBLEM',
  unknown: '?      ',
} as const;

function checkText({ name, state, says, todo, details }: HealthCheck): string {
  const shownDetails = state === 'ok' ? [] : details;
  return [
    `${marks[state]}  ${name}: ${visibleLine(says)}`,
    ...shownDetails.map(
      (detail) => `           ${visibleLine(detail.name)}: ${visibleLine(detail.value)}`,
    ),
    ...(todo === null ? [] : [`           What to do: ${visibleLine(todo)}`]),
  ].join('\n');
}

function testText(test: SelfTest | null): readonly string[] {
  if (test === null) return [];
  return [
    `Self-test: ${test.passed ? 'passed' : 'failed'}`,
    ...test.steps.map(
      ({ name, passed, says }) => `${passed ? marks.ok : 'FAILED '}  ${name}: ${visibleLine(says)}`,
    ),
  ];
}
