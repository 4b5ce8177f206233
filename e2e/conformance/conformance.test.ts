import { expect, onTestFinished, test } from 'vitest';
import { testCore } from '../../electron/testing/core.ts';
import { serveReference } from './reference-http.ts';
import { fetchSuite, runSuite } from './suite.ts';
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

test.skipIf(!suite.ok)(
  'R4: the conformance suite says the same of a server directly and behind the gateway',
  async () => {
    if (!suite.ok) return;
    const reference = await serveReference();
    onTestFinished(reference.close);
    const { core } = await testCore();
    await core.requests['servers:add']?.({
      config: {
        name: 'reference',
        kind: 'http',
        url: reference.url,
        headers: {},
        enabled: true,
        connectTimeoutMs: 10_000,
        callTimeoutMs: 10_000,
        messageLimitBytes: 1_000_000,
      },
      options: { add_reason: false },
    });
    const door = await openTokenDoor(`${core.url}/reference`, core.token);
    onTestFinished(door.close);
    const all = process.env.INKWATCH_CONFORMANCE === 'all' ? null : some;
    const direct = await runSuite(suite, reference.url, all);
    const behind = await runSuite(suite, door.url, all);
    expect(direct.size).toBeGreaterThanOrEqual(all === null ? 30 : some.length);
    expect(Object.fromEntries(behind)).toEqual(Object.fromEntries(direct));
  },
  240_000,
);
