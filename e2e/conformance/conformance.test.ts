import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type BuiltWorkers, buildWorkers } from '../../electron/testing/build-workers.ts';
import { testCore } from '../../electron/testing/core.ts';
import type { UpstreamConfig } from '../../shared/upstream.ts';
import { serveReference } from './reference-http.ts';
import { fetchSuite, runSuite, type Verdicts } from './suite.ts';
import { openTokenDoor } from './with-token.ts';

const suite = await fetchSuite();
if (!suite.ok) process.stdout.write(`skipped: the conformance suite: ${suite.reason}\n`);

/** One of each kind; `npm run bench -- --only conformance` runs them all. */
const some = [
  'server-initialize',
  'tools-list',
  'tools-call-error',
  'tools-call-with-progress',
  'tools-call-sampling',
  'tools-call-elicitation',
  'json-schema-2020-12',
  'server-sse-multiple-streams',
  'resources-templates-read',
  'prompts-get-with-args',
  'dns-rebinding-protection',
];

const all = process.env.INKWATCH_CONFORMANCE === 'all' ? null : some;
const limits = {
  enabled: true,
  connectTimeoutMs: 10_000,
  callTimeoutMs: 10_000,
  messageLimitBytes: 1_000_000,
} as const;

let reference: Awaited<ReturnType<typeof serveReference>>;
let built: BuiltWorkers;
let direct: Verdicts;
beforeAll(async () => {
  if (!suite.ok) return;
  reference = await serveReference();
  built = await buildWorkers({ reference: '../e2e/conformance/reference-server.ts' });
  direct = await runSuite(suite, reference.url, all);
}, 240_000);
afterAll(() => {
  reference?.close();
  built?.remove();
});

/** The address of a server behind a gateway of its own, with the token put in. */
async function behind(config: UpstreamConfig): Promise<string> {
  const { core } = await testCore();
  await core.requests['servers:add']?.({ config, options: { add_reason: false } });
  const door = await openTokenDoor(`${core.url}/${config.name}`, core.token);
  onTestFinished(door.close);
  return door.url;
}

test.skipIf(!suite.ok)(
  'R4: the conformance suite says the same of a server directly and behind the gateway',
  async () => {
    if (!suite.ok) return;
    const { url } = reference;
    const found = await runSuite(
      suite,
      await behind({ name: 'reference', kind: 'http', url, headers: {}, ...limits }),
      all,
    );
    expect(direct.size).toBeGreaterThanOrEqual(all === null ? 30 : some.length);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(direct));
  },
  240_000,
);

test.skipIf(!suite.ok)(
  'R4: and the same of a command that speaks over pipes, which the suite cannot ask itself',
  async () => {
    if (!suite.ok) return;
    const args = [join(built.folder, 'reference.js'), '--stdio'];
    const command = { command: process.execPath, args, env: {}, cwd: null };
    const found = await runSuite(
      suite,
      await behind({ name: 'reference', kind: 'stdio', ...command, ...limits }),
      all,
    );
    const withoutStreams = (verdicts: Verdicts) =>
      Object.fromEntries([...verdicts].filter(([name]) => !name.startsWith('server-sse-')));
    expect(withoutStreams(found)).toEqual(withoutStreams(direct));
  },
  240_000,
);
