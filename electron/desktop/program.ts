import { app } from 'electron';
import type { Program } from './open-sample.ts';

/** How this app is started again: a package by itself, a source tree through its Electron. */
export function thisProgram(): Program {
  return {
    executable: process.execPath,
    args: [
      ...(app.isPackaged ? [] : [app.getAppPath()]),
      // Where the parent had to do without Chromium's sandbox (root, containers), so has the child.
      ...(app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : []),
    ],
  };
}
