import { resolve } from 'node:path';
import { createCore } from '../core.ts';
import { wholeNumber } from './options.ts';
import { CliError, type Register } from './program.ts';

interface ServeOptions {
  readonly port?: number;
  readonly background?: true;
  readonly auditLog?: string;
}

/** `inkwatch serve`: the core without a window. One JSON line on stdout when ready; logs go to stderr. */
export const registerServe: Register = (program, context) => {
  program
    .command('serve')
    .description('serve MCP and record, without a window')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', wholeNumber(0, 65_535))
    .option('--background', 'take any port, and make room for a core that a person starts')
    .option('--audit-log <path>', 'also write each recorded write to this JSONL file')
    .action(async ({ port, background, auditLog }: ServeOptions) => {
      // Libraries speak through the console; standard output has one line, for a machine.
      console.log = console.error;
      console.info = console.error;
      // From the start on: an end that is asked for while the core opens is a clean one, too.
      const ended = new Promise<void>((resolve) => {
        // Each again and again: npm and the terminal both send one, and the second must not cut the drain.
        for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
          process.on(signal, () => resolve());
        }
      });
      const core = await createCore({
        home: context.home(),
        version: context.version,
        ...(port === undefined ? {} : { port }),
        background: background === true,
        stdio: {
          command: context.program.file,
          args: [...context.program.args, 'stdio', '--home', context.home()],
        },
        ...(auditLog === undefined ? {} : { auditLog: resolve(auditLog) }),
      });
      if (core.url === null) {
        await core.close();
        throw new CliError(core.endpointError ?? 'The endpoint could not start.');
      }
      process.stdout.write(
        `${JSON.stringify({ url: core.url, home: core.home, pid: process.pid })}\n`,
      );
      await ended;
      await core.close();
      // Nothing may hold the process once the home is released.
      process.exit(0);
    });
};
