import { setFlagsFromString } from 'node:v8';
import { startedByKey } from '../wire/mcp-headers.ts';
import type { Register } from './program.ts';

interface StdioOptions {
  readonly client?: string;
  readonly server?: string;
  readonly start: boolean;
}

/**
 * There is one bridge per client window. Measured with 300 calls at once: 65 MB without these, 59 MB with
 * them, at the same speed.
 */
const smallHeap = ['--optimize-for-size', '--semi-space-growth-factor=1'];

/**
 * `inkwatch stdio`: what clients start that know commands only. Standard output carries JSON-RPC and
 * nothing else. Loaded without the core: clients start it often, and wait for it.
 */
export const registerStdio: Register = (program, context) => {
  program
    .command('stdio')
    .description(
      'carry a client’s standard input and output to the running Inkwatch (as the connection of INKWATCH_TOKEN, where it is set)',
    )
    .option('--client <name>', 'name of the client, for one that does not say its own')
    .option('--server <name>', 'carry to this one server behind the gateway, under its own names')
    .option('--no-start', 'refuse where no Inkwatch is running, instead of starting one')
    .action(async ({ client, server, start }: StdioOptions) => {
      for (const flag of smallHeap) setFlagsFromString(flag);
      const { runStdio } = await import('../bridge/stdio.ts');
      const code = await runStdio({
        home: context.home(),
        client: client ?? null,
        server: server ?? null,
        token: process.env.INKWATCH_TOKEN?.trim() || null,
        startedBy: process.env[startedByKey] ?? null,
        mayStart: start,
        program: context.program,
        input: process.stdin,
        output: process.stdout,
        errors: process.stderr,
      });
      // Everything is written before this; nothing may hold the process once its client is gone.
      await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
      process.exit(code);
    });
};
