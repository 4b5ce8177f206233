import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { personWithClaude, startAsClaude } from '../support/claude-desktop.ts';
import { expect, test } from '../support/fixtures.ts';
import { look, pictures, sizeWindow } from '../support/looks.ts';
import { details, view, writeRow } from '../support/window.ts';

const small = [1280, 800] as const;
const large = [1920, 1080] as const;
const dialog = '[role="dialog"]';

test('servers, their import and a call that waits have no fault that axe finds', async ({
  launch,
  folder,
}) => {
  test.setTimeout(240_000);
  const { documents, file } = await personWithClaude(folder);
  const cursor = join(folder, 'person', '.cursor', 'mcp.json');
  await mkdir(dirname(cursor), { recursive: true });
  const key = `$${'{env:TICKETS_KEY}'}`;
  const entry = { command: 'npx', args: ['-y', 'tickets'], env: { KEY: key } };
  await writeFile(cursor, JSON.stringify({ mcpServers: { tickets: entry } }));
  const app = await launch();
  const { window } = app;
  const both = async (name: string, part?: string) => {
    await sizeWindow(app, large);
    await pictures(window, `${name}-large`);
    await sizeWindow(app, small);
    await look(window, name, part);
  };
  await sizeWindow(app, small);
  await expect(window.getByRole('button', { name: 'Connect Claude Desktop' })).toBeVisible();
  await both('connect-found');
  await window.getByRole('button', { name: 'Connect Cursor' }).click();
  await expect(window.getByRole('dialog')).toContainText('Authorization');
  await look(window, 'connect-file', dialog);
  await window.keyboard.press('Escape');

  await view(window, 'Servers').click();
  await look(window, 'servers-empty');
  await window.getByRole('button', { name: 'Add a server' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await look(window, 'server-add', dialog);
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Import from clients' }).click();
  await expect(window.getByRole('region', { name: file })).toBeVisible();
  await both('servers-import');
  await window.getByRole('button', { name: 'Import 2 servers, change 1 file' }).click();
  await expect(window.getByRole('region', { name: 'Imported' })).toBeVisible();
  await look(window, 'servers-imported');
  await window.getByRole('button', { name: 'See the servers' }).click();
  const servers = window.getByRole('table', { name: 'Servers' });
  await expect(servers.getByText('Ready')).toHaveCount(2, { timeout: 30_000 });
  await window.evaluate(async () => {
    const { add, change, tool } = globalThis.window.inkwatch.servers;
    await change({ name: 'files', options: { record: 'all' } });
    await tool({ server: 'memory', tool: 'delete_entities', policy: 'deny' });
    await add({ config: { kind: 'stdio', name: 'tickets', command: '/no/such/program' } });
    const url = 'https://mcp.example.com/mcp';
    await add({ config: { kind: 'http', name: 'issues', url, enabled: false } });
  });
  await expect(servers.getByText('Down')).toBeVisible({ timeout: 30_000 });

  const claude = await startAsClaude(app, folder, file, 'files');
  const write = (name: string, reason: string) =>
    claude.callTool({
      name: 'write_file',
      arguments: { path: join(documents, name), content: `# ${name}`, reason },
    });
  for (let n = 1; n <= 3; n += 1) await write(`plan-${n}.md`, 'Part of the launch plan.');
  await write('../outside.md', 'To see whether it works.');
  await claude.callTool({ name: 'list_directory', arguments: { path: documents } });
  await expect(servers).toContainText('1 not succeeded');
  await both('servers');
  await window.getByRole('button', { name: 'Details of files' }).click();
  await expect(window.getByRole('row').filter({ hasText: 'write_file' })).toContainText('1 failed');
  await both('server');
  await window.locator('.page').evaluate((page) => page.scrollTo(0, page.scrollHeight));
  await window.getByRole('button', { name: /^What it printed/ }).click();
  await window.locator('.page').evaluate((page) => page.scrollTo(0, page.scrollHeight));
  await look(window, 'server-foot');

  await window.evaluate(() =>
    globalThis.window.inkwatch.servers.tool({
      server: 'files',
      tool: 'write_file',
      policy: 'ask',
    }),
  );
  const calls = ['budget.md', 'team.md'].map((name) =>
    write(name, 'You asked for the plan to be split by topic.'),
  );
  await expect(window.getByText('2 calls wait for you.')).toBeVisible();
  await look(window, 'approval-banner');
  await window.getByRole('button', { name: 'Look and decide' }).click();
  const allow = window.getByRole('button', { name: 'Allow once' });
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await both('approval', dialog);
  await allow.click();
  await expect(window.getByRole('dialog')).toContainText('team.md');
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await window.getByRole('button', { name: 'Deny', exact: true }).click();
  await Promise.all(calls);

  await view(window, 'Writes').click();
  await writeRow(window, 'budget.md').click();
  await expect(details(window)).toContainText('you: you allowed it');
  await both('writes-servers');
  await view(window, 'Settings').click();
  await window.getByRole('heading', { name: 'Servers' }).scrollIntoViewIfNeeded();
  await look(window, 'settings-servers');
  await claude.close();
  expect(await readFile(join(documents, 'budget.md'), 'utf8')).toBe('# budget.md');
});
