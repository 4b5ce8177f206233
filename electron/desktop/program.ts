import { app } from 'electron';
import type { StdioCommand } from '../core/connect-entries.ts';
import type { Program } from './open-sample.ts';

/** How this app is started again: a package by itself, a source tree through its Electron. */
export function thisProgram(): Program {
  return {
    // An AppImage's own path is gone from its mount as soon as the first process ends.
    executable: (app.isPackaged ? process.env.APPIMAGE : undefined) ?? process.execPath,
    args: [
      ...(app.isPackaged ? [] : [app.getAppPath()]),
      // Where the parent had to do without Chromium's sandbox (root, containers), so has the child.
      ...(app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : []),
    ],
  };
}

/** How a client starts this app's bridge: the app itself, which is then no app (electron/main.ts). */
export function stdioCommand({ executable, args }: Program, home: string): StdioCommand {
  return { command: executable, args: [...args, 'stdio', '--home', home] };
}
