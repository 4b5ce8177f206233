import { registerConnect } from './connect.ts';
import { registerDb } from './db.ts';
import { registerDoctor } from './doctor.ts';
import { registerExport } from './export.ts';
import { registerImport } from './import.ts';
import { registerList } from './list.ts';
import type { Register } from './program.ts';
import { registerServe } from './serve.ts';
import { registerServer } from './server.ts';
import { registerStats } from './stats.ts';
import { registerStdio } from './stdio.ts';
import { registerTail } from './tail.ts';
import { registerVerify } from './verify.ts';

/** Every command, in the order of the help. */
export const allCommands: readonly Register[] = [
  registerServe,
  registerStdio,
  registerConnect,
  registerDb,
  registerList,
  registerTail,
  registerExport,
  registerVerify,
  registerDoctor,
  registerImport,
  registerServer,
  registerStats,
];
