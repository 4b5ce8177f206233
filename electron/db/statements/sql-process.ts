import { fork } from 'node:child_process';
import type { SqlOrder, SqlWord } from './sql-message.ts';

/** A process that runs statements. Only its end stops a statement: SQLite's addon cannot interrupt one. */
export interface SqlProcess {
  send(order: SqlOrder): void;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
}

export interface SqlProcessEvents {
  readonly onWord: (word: SqlWord) => void;
  /** Once; nothing comes after it. */
  readonly onEnd: () => void;
}

/** Starts `file`, the built `sql-worker`, as a process of its own. */
export type StartSqlProcess = (file: string, events: SqlProcessEvents) => SqlProcess;

/** It gets no more of the environment than a program needs to run. */
const passedVariables = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'ELECTRON_RUN_AS_NODE'];

/** A package forks itself (electron/main.ts); where its parent had to do without the sandbox (root, containers), so has it. */
const isPackage = process.versions.electron !== undefined;
const noSandbox = '--no-sandbox';

export const forkSqlProcess: StartSqlProcess = (file, { onWord, onEnd }) => {
  const env = Object.fromEntries(
    passedVariables.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const child = fork(file, [], {
    env,
    execArgv: isPackage && process.argv.includes(noSandbox) ? [noSandbox] : [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let ended = false;
  const end = () => {
    if (!ended) onEnd();
    ended = true;
  };
  child.on('message', (word) => onWord(word as SqlWord));
  child.once('exit', end);
  // It could not be started, or a message could not be sent: then it is no use either.
  child.once('error', () => {
    if (child.pid === undefined) end();
    else child.kill('SIGKILL');
  });
  return {
    send: (order) => {
      if (child.connected) child.send(order);
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
};
