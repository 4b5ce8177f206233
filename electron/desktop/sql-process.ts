import { utilityProcess } from 'electron';
import type { SqlWord } from '../db/statements/sql-message.ts';
import type { StartSqlProcess } from '../db/statements/sql-process.ts';

/** A process for statements, as Electron starts one: its fuses forbid a second Node in a package. */
export const startSqlProcess: StartSqlProcess = (file, { onWord, onEnd }) => {
  const child = utilityProcess.fork(file, [], {
    env: {},
    execArgv: [],
    stdio: 'ignore',
    serviceName: 'Inkwatch statements',
  });
  child.on('message', (word: SqlWord) => onWord(word));
  child.once('exit', onEnd);
  const killNow = () => {
    try {
      // `kill` asks by SIGTERM, and a statement that runs listens to nobody.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  };
  return {
    send: (order) => child.postMessage(order),
    kill: () => {
      if (child.pid === undefined) child.once('spawn', killNow);
      else killNow();
    },
  };
};
