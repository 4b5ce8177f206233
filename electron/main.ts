import { pathToFileURL } from 'node:url';
import { app } from 'electron';
import { workerFile } from './db/worker-file.ts';
import { commandIn } from './desktop/command-arguments.ts';
import { thisProgram } from './desktop/program.ts';

// Electron waits for this module before it looks for a display, so a command of the command line (a
// package's `inkwatch stdio`, say) runs whole in here: no window, no instance lock, no Chromium.
const command = commandIn(process.argv, app.isPackaged);
// A package's command line forks its own executable, since the package holds no other Node.
const worker = process.send === undefined ? undefined : workerFile(null, 'sql-worker.js');

if (worker !== undefined && process.argv.includes(worker)) {
  await import(/* @vite-ignore */ pathToFileURL(worker).href);
  // It ends with its parent's channel; this module may not end before.
  await new Promise(() => undefined);
} else if (command === null) {
  const { runApp } = await import('./desktop/run-app.ts');
  runApp();
} else {
  const { runProgram } = await import('./cli/run-program.ts');
  const { executable, args } = thisProgram();
  await runProgram(command, { file: executable, args });
  // Said again: Electron's own `exit` does not look at `exitCode`.
  process.exit(process.exitCode ?? 0);
}
