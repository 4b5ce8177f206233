#!/usr/bin/env node
import { resolve } from 'node:path';
import { runProgram } from './cli/run-program.ts';

const [, script = '', ...args] = process.argv;
await runProgram(args, {
  file: process.execPath,
  args: [...process.execArgv, resolve(script)],
});
