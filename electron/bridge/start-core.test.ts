import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runBridge } from '../testing/run-bridge.ts';
import { modernCall } from '../testing/scripted-endpoint.ts';
import { tempHome } from '../testing/temp-home.ts';

/** A core in small: it takes the home, serves, and answers everything. */
const smallCore = `
import { createServer } from 'node:http';
import { closeSync, openSync, writeFileSync } from 'node:fs';
const home = process.argv[process.argv.indexOf('--home') + 1];
if (process.argv[2] !== 'serve') process.exit(9);
try { closeSync(openSync(home + '/core.lock', 'wx')); } catch {
  console.error('another Inkwatch uses this home');
  process.exit(1);
}
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part) => { text += part; });
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    const result = { pid: process.pid, cwd: process.cwd() };
    response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(text).id, result }));
  });
});
server.listen(0, '127.0.0.1', () => {
  const url = 'http://127.0.0.1:' + server.address().port + '/mcp';
  writeFileSync(home + '/endpoint.json', JSON.stringify({ url, token: 't', pid: process.pid, version: '0' }));
});
setTimeout(() => process.exit(0), 30000);
`;

function program(source: string) {
  const file = join(tempHome(), 'core.mjs');
  writeFileSync(file, source);
  return { file: process.execPath, args: [file] };
}

function endAfterTest(pid: unknown): void {
  onTestFinished(() => {
    process.kill(Number(pid), 'SIGKILL');
  });
}

describe('starting the core in the background', () => {
  it('answers the first request, and the core outlives the bridge', async () => {
    const home = join(tempHome(), 'not made yet');
    const bridge = runBridge(home, { mayStart: true, program: program(smallCore) });
    bridge.send(modernCall(1));
    const { result } = (await bridge.next()) as { result: { pid: number; cwd: string } };
    endAfterTest(result.pid);
    expect(result.cwd).toBe(home);
    expect(await bridge.end()).toBe(0);
    expect(process.kill(result.pid, 0)).toBe(true);
    if (process.platform !== 'linux') return;
    // A session of its own: a Ctrl-C in the client's terminal does not reach it.
    const stat = readFileSync(`/proc/${result.pid}/stat`, 'utf8');
    expect(Number(/\) \S \d+ (\d+)/.exec(stat)?.[1])).toBe(result.pid);
  });

  it('b02: starts one core for many bridges, and all of them use it', async () => {
    const home = tempHome();
    const one = program(smallCore);
    const bridges = [1, 2, 3].map(() => runBridge(home, { mayStart: true, program: one }));
    const pids = await Promise.all(
      bridges.map(async (bridge) => {
        bridge.send(modernCall(1));
        const { result } = (await bridge.next()) as { result: { pid: number } };
        return result.pid;
      }),
    );
    endAfterTest(pids[0]);
    expect(new Set(pids).size).toBe(1);
    await Promise.all(bridges.map((bridge) => bridge.end()));
  });

  it('says why it could not, and lives on for the next try', async () => {
    const home = tempHome();
    const refusing = program(`console.error('port 7465 is taken'); process.exit(1);`);
    const limits = { lostRace: 100 };
    const bridge = runBridge(home, { mayStart: true, program: refusing, limits });
    bridge.send(modernCall(1));
    const answer = (await bridge.next()) as { error: { message: string } };
    expect(answer.error.message).toContain('port 7465 is taken');
    bridge.send(modernCall(2));
    expect(await bridge.next()).toMatchObject({ id: 2, error: { code: -32000 } });
    expect(await bridge.end()).toBe(0);
  });

  it('gives up on a core that never serves', async () => {
    const home = tempHome();
    const silent = program('setTimeout(() => {}, 3000);');
    const limits = { start: 300 };
    const bridge = runBridge(home, { mayStart: true, program: silent, limits });
    bridge.send(modernCall(1));
    const answer = (await bridge.next()) as { error: { message: string } };
    expect(answer.error.message).toContain('did not serve within');
    await bridge.end();
  });

  it('--no-start starts nothing', async () => {
    const home = tempHome();
    const bridge = runBridge(home, { mayStart: false, program: program(smallCore) });
    bridge.send(modernCall(1));
    expect(await bridge.next()).toMatchObject({ id: 1, error: {} });
    expect(await bridge.ended).toBe(1);
    expect(existsSync(join(home, 'core.lock'))).toBe(false);
  });
});
