import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from './lib/exec.mjs';
import { at } from './lib/project.mjs';

/** What the linter says of a file with this content at this path, in a folder with our configuration. */
const lint = async (path: string, content: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'inkwatch-lint-'));
  try {
    for (const name of ['biome.jsonc', 'biome.imports.jsonc', '.gitignore']) {
      cpSync(at(name), join(folder, name));
    }
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    const biome = at('node_modules/@biomejs/biome/bin/biome');
    const { output } = await run(process.execPath, [biome, 'lint', '--colors=off', path], {
      cwd: folder,
    });
    expect(output).toContain('Checked 1 file');
    return output;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

interface Case {
  readonly path: string;
  readonly line: string;
  readonly says: string;
}

const wrongImports: readonly Case[] = [
  { path: 'shared/a.ts', line: "import { x } from 'react';", says: 'shared/ is pure' },
  { path: 'shared/a.ts', line: "import { x } from 'node:fs';", says: 'shared/ is pure' },
  {
    path: 'shared/a.ts',
    line: "import { x } from '../electron/core.ts';",
    says: 'shared/ is pure',
  },
  { path: 'shared/a.ts', line: "export * from '../renderer/app.tsx';", says: 'shared/ is pure' },
  {
    path: 'electron/core.ts',
    line: "import { app } from 'electron';",
    says: 'runs under plain Node',
  },
  {
    path: 'electron/cli.ts',
    line: "import { app } from 'electron/main';",
    says: 'runs under plain Node',
  },
  {
    path: 'electron/db/a.ts',
    line: "import { app } from 'electron';",
    says: 'runs under plain Node',
  },
  {
    path: 'electron/mcp/a.ts',
    line: "const e = await import('electron');",
    says: 'runs under plain Node',
  },
  {
    path: 'electron/audit/a.ts',
    line: "import D from 'better-sqlite3';",
    says: 'Only electron/db/',
  },
  {
    path: 'electron/desktop/a.ts',
    line: "import D from 'better-sqlite3';",
    says: 'Only electron/db/',
  },
  {
    path: 'electron/mcp/a.test.ts',
    line: "import D from 'better-sqlite3';",
    says: 'Only electron/db/',
  },
  { path: 'electron/core.ts', line: "import D from 'better-sqlite3';", says: 'Only electron/db/' },
  {
    path: 'renderer/a.tsx',
    line: "import { readFile } from 'node:fs/promises';",
    says: 'has no Node',
  },
  {
    path: 'renderer/a.tsx',
    line: "import { ipcRenderer } from 'electron';",
    says: 'window.inkwatch',
  },
  {
    path: 'renderer/features/writes/a.ts',
    line: "import type { T } from '../../../electron/core.ts';",
    says: 'window.inkwatch',
  },
  {
    path: 'electron/desktop/a.ts',
    line: "import { ipcMain } from 'electron';",
    says: 'ipc/register.ts',
  },
  {
    path: 'electron/main.ts',
    line: "import { ipcMain as bus } from 'electron';",
    says: 'ipc/register.ts',
  },
  {
    path: 'electron/desktop/a.ts',
    line: "import * as all from 'electron';",
    says: 'ipc/register.ts',
  },
  {
    path: 'electron/desktop/a.ts',
    line: "import { x } from '../../renderer/a.ts';",
    says: 'shared/ipc.ts',
  },
  {
    path: 'electron/preload.ts',
    line: "import { x } from 'node:os';",
    says: 'preload is sandboxed',
  },
  {
    path: 'electron/preload.ts',
    line: "import { x } from './core.ts';",
    says: 'preload is sandboxed',
  },
  {
    path: 'electron/db/a.ts',
    line: "import { x } from '../audit/recorder.ts';",
    says: 'db may not point back',
  },
  {
    path: 'electron/db/migrations/a.ts',
    line: "import { x } from '../../core.ts';",
    says: 'db may not point back',
  },
  {
    path: 'electron/audit/a.ts',
    line: "import { x } from '../mcp/dispatch.ts';",
    says: 'audit may not point back',
  },
  {
    path: 'electron/memory/a.ts',
    line: "import { x } from '../desktop/tray.ts';",
    says: 'memory may not point back',
  },
  {
    path: 'electron/mcp/a.ts',
    line: "import { x } from '../desktop/tray.ts';",
    says: 'mcp and gateway may not',
  },
  {
    path: 'electron/mcp/tools/a.ts',
    line: "import { x } from '../../core.ts';",
    says: 'mcp and gateway may not',
  },
  {
    path: 'electron/gateway/a.ts',
    line: "import { x } from '../home/paths.ts';",
    says: 'mcp and gateway may not',
  },
  {
    path: 'electron/mcp/tools/a.ts',
    line: "import { x } from '../../audit/recorder.ts';",
    says: 'Call dispatchWrite',
  },
  {
    path: 'electron/desktop/a.ts',
    line: "import { x } from '../audit/recorder.ts';",
    says: 'Call dispatchWrite',
  },
  {
    path: 'electron/testing/a.ts',
    line: "import D from 'better-sqlite3';",
    says: 'Only electron/db/',
  },
  {
    path: 'electron/bridge/a.ts',
    line: "import { x } from '../db/open.ts';",
    says: "runs in the client's process",
  },
  {
    path: 'electron/wire/a.ts',
    line: "import { x } from '../gateway/upstreams/seat.ts';",
    says: 'wire/ cuts bytes',
  },
  {
    path: 'electron/home/a.ts',
    line: "import { x } from '../db/open.ts';",
    says: 'home may not point back',
  },
  {
    path: 'electron/core.ts',
    line: "import { x } from './desktop/window.ts';",
    says: 'core may not point back',
  },
];

const rightImports: readonly Omit<Case, 'says'>[] = [
  { path: 'shared/a.ts', line: "export { z } from 'zod';\nexport { b } from './b.ts';" },
  { path: 'shared/a.test.ts', line: "export { it } from 'vitest';" },
  { path: 'electron/db/a.ts', line: "export { Database } from 'better-sqlite3';" },
  { path: 'electron/db/readers/a.ts', line: "export { b } from '../../../shared/b.ts';" },
  { path: 'electron/audit/a.ts', line: "export { b } from '../db/open.ts';" },
  { path: 'electron/bridge/a.ts', line: "export { b } from '../wire/exchange.ts';" },
  { path: 'electron/gateway/a.ts', line: "export { b } from '../wire/exchange.ts';" },
  {
    path: 'electron/mcp/a.ts',
    line: "export { b } from '../audit/b.ts';\nexport { c } from '../memory/c.ts';",
  },
  {
    path: 'electron/mcp/dispatch/a.ts',
    line: "export { b } from '../../audit/recorder.ts';",
  },
  {
    path: 'electron/core.ts',
    line: "export { b } from './mcp/b.ts';\nexport { c } from './home/c.ts';",
  },
  {
    path: 'electron/desktop/a.ts',
    line: "export { app } from 'electron';\nexport { b } from '../core.ts';",
  },
  { path: 'electron/desktop/ipc/register.ts', line: "export { ipcMain } from 'electron';" },
  {
    path: 'electron/preload.ts',
    line: "export { ipcRenderer } from 'electron';\nexport { b } from '../shared/ipc.ts';",
  },
  {
    path: 'renderer/a.tsx',
    line: "export { useState } from 'react';\nexport { b } from '../shared/b.ts';",
  },
];

const wrongStyle: readonly (Case & { readonly rule: string })[] = [
  { path: 'shared/a.ts', line: 'export default 1;', rule: 'noDefaultExport', says: '' },
  { path: 'shared/a.ts', line: 'export const f = (x: any) => x;', rule: 'noExplicitAny', says: '' },
  {
    path: 'shared/BadName.ts',
    line: 'export const x = 1;',
    rule: 'useFilenamingConvention',
    says: '',
  },
  {
    path: 'electron/a.ts',
    line: "export { join } from 'path';",
    rule: 'useNodejsImportProtocol',
    says: '',
  },
  {
    path: 'electron/a.ts',
    line: "import { T } from './t.ts';\nexport const x: T = 1;",
    rule: 'useImportType',
    says: '',
  },
];

describe('the linter', () => {
  it.each(wrongImports)('refuses in $path: $line', async ({ path, line, says }) => {
    const said = await lint(path, `${line}\n`);
    expect(said).toContain('lint/style/noRestrictedImports');
    expect(said.replaceAll(/\s+/g, ' ')).toContain(says);
  });

  it.each(rightImports)('lets pass in $path: $line', async ({ path, line }) => {
    expect(await lint(path, `${line}\n`)).not.toContain('noRestrictedImports');
  });

  it.each(wrongStyle)('has the rule $rule', async ({ path, line, rule }) => {
    expect(await lint(path, `${line}\n`)).toContain(`/${rule}`);
  });

  it('lets a tool have its default export', async () => {
    expect(await lint('vite.config.ts', 'export default {};\n')).not.toContain('noDefaultExport');
  });
});
