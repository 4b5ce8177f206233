import { readdir, readFile } from 'node:fs/promises';
import { startedByKey } from '../../../wire/mcp-headers.ts';

/**
 * The processes that carry this mark, also those that left their group or lost their parent. Linux only,
 * where the environment a process was started with can be read; elsewhere there are none.
 */
export async function markedProcesses(mark: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  const sought = Buffer.from(`${startedByKey}=${mark}`);
  const names = await readdir('/proc').catch(() => []);
  const found: number[] = [];
  for (const name of names) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    // Other people's processes cannot be read, and are none of ours.
    const environment = await readFile(`/proc/${name}/environ`).catch(() => null);
    if (environment !== null && holds(environment, sought)) found.push(Number(name));
  }
  return found;
}

function holds(environment: Buffer, sought: Buffer): boolean {
  const at = environment.indexOf(sought);
  if (at === -1) return false;
  const before = at === 0 || environment[at - 1] === 0;
  const after = environment[at + sought.length];
  // A mark of a whole run is the beginning of those of its servers.
  return before && (after === 0 || after === undefined || after === 0x2e);
}
