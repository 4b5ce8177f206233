import { app } from 'electron';
import { fillSampleHome } from '../core/sample/fill.ts';
import { type Core, createCore } from '../core.ts';
import type { ReadLanes } from '../db/read-lanes.ts';
import type { Flags } from './flags.ts';
import { stdioCommand, thisProgram } from './program.ts';
import { keychain } from './sealer.ts';
import { startSqlProcess } from './sql-process.ts';

/** Starts the core of this home as the desktop runs it. @throws Error in plain words where it cannot be used. */
export async function startCore(
  home: string,
  flags: Flags,
  lanes: ReadLanes | null,
): Promise<Core> {
  if (flags.sample) await fillSampleHome(home);
  return createCore({
    home,
    version: app.getVersion(),
    // Electron's main process reads no standard input on Windows (electron/electron#4218).
    ...(process.platform === 'win32' ? {} : { stdio: stdioCommand(thisProgram(), home) }),
    startSqlProcess,
    sealer: keychain,
    ...(lanes === null ? {} : { readLanes: lanes }),
    ...(flags.sample ? { port: 0 } : {}),
    ...(flags.auditLog === null ? {} : { auditLog: flags.auditLog }),
  });
}
