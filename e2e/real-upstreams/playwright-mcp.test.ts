import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testCore } from '../../electron/testing/core.ts';
import { wayIn } from '../../electron/testing/ways-in.ts';
import { upstreamConfigSchema } from '../../shared/upstream.ts';
import { fetchPackage } from '../support/fetch-package.ts';

const spec = '@playwright/mcp@0.0.83';

test('@playwright/mcp starts behind the gateway and lists its tools; no browser is opened', async ({
  skip,
}) => {
  const folder = await fetchPackage(spec)
    .then((modules) => join(modules, '@playwright/mcp'))
    .catch((error: unknown) => {
      const reason = `${spec} could not be installed: ${String(error).slice(0, 300)}`;
      process.stdout.write(`skipped: ${reason}\n`);
      return skip(reason);
    });
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  const script = join(folder, Object.values(bin)[0] ?? '');
  const { core } = await testCore();
  const config = upstreamConfigSchema.parse({
    name: 'browser',
    kind: 'stdio',
    command: process.execPath,
    args: [script, '--headless', '--isolated'],
  });
  await core.requests['servers:add']?.({ config, options: {} });
  const way = await wayIn('HTTP 2025', core.home, 'browser');
  const { value } = await way.request('tools/list', '{}');
  const { tools } = value.result as { readonly tools: readonly { readonly name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['browser_navigate', 'browser_click', 'browser_snapshot']),
  );
}, 300_000);
