import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type BuiltWorkers, buildWorkers } from '../../testing/build-workers.ts';
import { tempHome } from '../../testing/temp-home.ts';
import {
  call,
  hello,
  isAlive,
  logged,
  oddCommand,
  oddConfig,
  testUpstreams,
  until,
} from '../../testing/upstreams/odd-upstreams.ts';
import { signalTree } from './stdio/end-tree.ts';
import { createWatchdog } from './stdio/watchdog.ts';

/** Behind one shell more than an `npx` would be. */
const shells = (name: string, odd: Parameters<typeof oddCommand>[0]) =>
  oddConfig(name, {}, { command: 'sh', args: ['-c', `sh -c "${escaped(oddCommand(odd))}"; true`] });

function escaped(text: string): string {
  return text.replaceAll(/["\\$`]/g, (one) => `\\${one}`);
}

/** A log whose processes are ended after the test, should what it tests not have done so. */
function newLog(): string {
  const log = join(tempHome(), 'log');
  onTestFinished(() => {
    for (const pid of alive(log)) if (pid > 1) process.kill(pid, 'SIGKILL');
  });
  return log;
}

const pidsOf = (log: string): number[] =>
  [...logged(log, 'started'), ...logged(log, 'child')].map(Number);
const alive = (log: string): number[] => pidsOf(log).filter(isAlive);

describe.skipIf(process.platform === 'win32')('h06: the processes of a server', () => {
  it('are all gone each time it is stopped, behind shells, and their number does not grow', async () => {
    const log = newLog();
    const upstreams = testUpstreams([shells('odd', { log })]);
    for (let turn = 1; turn <= 20; turn += 1) {
      await upstreams.shared('odd')?.open();
      expect(alive(log)).toHaveLength(1);
      await upstreams.stop('odd');
      expect(alive(log)).toEqual([]);
      expect(upstreams.state('odd')).toMatchObject({ state: 'stopped', pids: [], sessions: 0 });
      upstreams.start('odd');
    }
    await upstreams.close();
    expect(pidsOf(log).length).toBeGreaterThanOrEqual(20);
    expect(alive(log)).toEqual([]);
  });

  it.each([
    { stubborn: true },
    { stubborn: true, child: 'group' },
    { child: 'group' },
    ...(process.platform === 'linux' ? [{ child: 'daemon' }] : []),
  ])('are gone within 5 s whatever they ignore or start: %j', async (faults) => {
    const log = newLog();
    const upstreams = testUpstreams([shells('odd', { ...faults, log })], {
      limits: { grace: { stdin: 1500, term: 1500 } },
    });
    await upstreams.open('odd', hello(), () => {}).open();
    await until(
      () => alive(log),
      (pids) => pids.length === ('child' in faults ? 2 : 1),
    );
    const started = performance.now();
    await upstreams.close();
    await until(
      () => alive(log),
      (pids) => pids.length === 0,
      1000,
    );
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('are gone when it ended by itself and left some', async () => {
    const log = newLog();
    const upstreams = testUpstreams([oddConfig('odd', { child: 'group', crashAt: 1, log })]);
    const session = upstreams.open('odd', hello(), () => {});
    await session.open();
    await until(
      () => alive(log),
      (pids) => pids.length === 2,
    );
    expect(await call(session)).toMatchObject({ kind: 'unknown' });
    await until(
      () => alive(log),
      (pids) => pids.length === 0,
    );
  });

  it('that was changed are ended, and those of the others are not', async () => {
    const [a, b] = [newLog(), newLog()];
    const upstreams = testUpstreams([oddConfig('a', { log: a }), oddConfig('b', { log: b })]);
    await Promise.all([upstreams.shared('a')?.open(), upstreams.shared('b')?.open()]);
    await upstreams.configure([oddConfig('a', { log: a, tools: 3 }), oddConfig('b', { log: b })]);
    expect(alive(a)).toEqual([]);
    expect(alive(b)).toHaveLength(1);
    await upstreams.configure([]);
    expect(alive(b)).toEqual([]);
    expect(upstreams.list()).toEqual([]);
  });
});

describe('a signal', () => {
  it.each([1, 0, -1, 1.5, Number.NaN])('never goes to the group of %d', (pid) => {
    const killed: unknown[] = [];
    const kill = process.kill;
    process.kill = ((...what: unknown[]) => killed.push(what)) as never;
    try {
      signalTree(pid, 'SIGKILL');
    } finally {
      process.kill = kill;
    }
    expect(killed).toEqual([]);
    const watchdog = createWatchdog(() => {});
    watchdog.watch(pid);
    watchdog.forget(pid);
    watchdog.close();
  });
});

describe.skipIf(process.platform === 'win32')('h06: when the core is killed', () => {
  let built: BuiltWorkers;
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    built = await buildWorkers({ keeper: 'testing/upstreams/keeper.ts' });
  });
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    built.remove();
  });

  const keep = async (runFile: string, configs: unknown) => {
    const args = [join(built.folder, 'keeper.js'), runFile, JSON.stringify(configs)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    await once(child.stdout, 'data');
    return child;
  };

  it('its servers end, also those that ignore the end of their input', async () => {
    const log = newLog();
    const runFile = join(tempHome(), 'upstreams.json');
    const child = await keep(runFile, [
      oddConfig('kind', { log }),
      shells('stubborn', { log, stubborn: true, child: 'group' }),
    ]);
    await until(
      () => alive(log),
      (pids) => pids.length === 3,
    );
    expect(existsSync(runFile)).toBe(true);
    child.kill('SIGKILL');
    await until(
      () => alive(log),
      (pids) => pids.length === 0,
      6000,
    );
  });

  it('ends them in order when it is asked to end', async () => {
    const log = newLog();
    const runFile = join(tempHome(), 'upstreams.json');
    const child = await keep(runFile, [oddConfig('odd', { log, stubborn: true })]);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(alive(log)).toEqual([]);
    expect(existsSync(runFile)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')(
    'what its guard cannot reach is ended at the next start, and nobody else is',
    async () => {
      const log = newLog();
      const other = newLog();
      const home = tempHome();
      const runFile = join(home, 'upstreams.json');
      const child = await keep(runFile, [oddConfig('odd', { log, child: 'daemon' })]);
      await keep(join(tempHome(), 'x.json'), [oddConfig('odd', { log: other })]);
      child.kill('SIGKILL');
      // The server ended with its input; what it had sent away still runs.
      await until(
        () => alive(log),
        (pids) => pids.length === 1,
      );
      const upstreams = testUpstreams([oddConfig('odd')], { runFile });
      await upstreams.shared('odd')?.open();
      expect(alive(log)).toEqual([]);
      expect(alive(other)).toHaveLength(1);
    },
  );

  it('a damaged note of what ran stops nothing', async () => {
    const runFile = join(tempHome(), 'upstreams.json');
    for (const text of ['', '{', '[]', '{"mark":"","children":[{"pid":1,"started":"x"}]}']) {
      writeFileSync(runFile, text);
      const upstreams = testUpstreams([oddConfig('odd')], { runFile });
      expect(await call(upstreams.open('odd', hello(), () => {}))).toMatchObject({
        kind: 'result',
      });
      await upstreams.close();
    }
  });
});
