import { readFileSync } from 'node:fs';
import type { ElectronApplication } from '@playwright/test';
import { at } from '../../scripts/lib/project.mjs';
import { expect, test } from '../support/fixtures.ts';

const links = readFileSync(at('electron/desktop/fixtures/g08-links.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly url: string; readonly open: boolean });

/** Functions that take no argument, and two that would end the test. */
const withoutArguments = [
  'app.firstLook',
  'app.state',
  'app.openSample',
  'app.quit',
  'connect.entries',
  'connections.list',
  'health.report',
  'health.selfTest',
  'databases.list',
  'views.list',
  'memory.namespaces',
  'servers.list',
  'approvals.list',
  'clientFiles.find',
  'settings.get',
];

/** Functions whose argument is a text of any kind. */
const takesText = [
  'app.openLink',
  'connections.add',
  'connections.revoke',
  'databases.remove',
  'memory.document',
  'servers.remove',
  'servers.restart',
  'servers.test',
];

test('g07: the page has no Node and the preload offers only named functions', async ({ app }) => {
  const found = await app.window.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    names: Object.entries(window.inkwatch)
      .flatMap(([group, functions]) => Object.keys(functions).map((name) => `${group}.${name}`))
      .sort(),
    frozen: Object.isFrozen(window.inkwatch),
  }));
  expect(found.node).toEqual([]);
  expect(found.names).toEqual(
    [
      'app.firstLook app.onShow app.onState app.openLink app.openSample app.quit app.state',
      'approvals.decide approvals.list approvals.onChanged',
      'bursts.list bursts.onChanged bursts.seen',
      'clientFiles.connect clientFiles.find clientFiles.import clientFiles.previewConnection clientFiles.previewImport clientFiles.restore',
      'connect.entries',
      'connections.add connections.change connections.list connections.onChanged connections.revoke',
      'databases.add databases.list databases.remove',
      'export.cancel export.onProgress export.reveal export.start',
      'health.report health.selfTest',
      'marks.change marks.onChanged marks.put',
      'memory.document memory.documents memory.namespaces memory.search memory.version',
      'report.cancel report.onProgress report.read report.reveal report.save',
      'runs.page runs.writes',
      'servers.add servers.change servers.list servers.onChanged servers.remove servers.restart servers.stats servers.test servers.tool',
      'settings.get settings.mute settings.onChanged settings.set',
      'views.list views.onChanged views.put',
      'writes.counts writes.dayCounts writes.detail writes.facets writes.histogram writes.newer writes.onAppended writes.onSettled writes.page writes.repeats writes.rows writes.summary writes.undo',
    ]
      .join(' ')
      .split(' '),
  );
});

test('g07: each function of the preload refuses wrong types and says which request', async ({
  app,
}) => {
  const results = await app.window.evaluate(
    async ({ skipped, takesText }) => {
      const wrong: readonly unknown[] = [
        undefined,
        null,
        -1.5,
        '__proto__',
        [],
        { filter: 'all', id: {}, limit: 1e9, ids: ['1'], constructor: 1 },
        true,
      ];
      const answers: { name: string; with: string; answer: string }[] = [];
      for (const [group, functions] of Object.entries(window.inkwatch)) {
        for (const [key, call] of Object.entries(functions)) {
          const name = `${group}.${key}`;
          if (skipped.includes(name)) continue;
          for (const value of wrong) {
            // Any text may be a name or a link: what becomes of it is the handler's, and tested there.
            if (takesText.includes(name) && typeof value === 'string') continue;
            // No burst was seen, no view is kept: that are true things to say.
            if (['bursts.seen', 'views.put'].includes(name) && Array.isArray(value)) continue;
            let answer: string;
            try {
              await (call as (argument: unknown) => unknown)(value);
              answer = 'taken';
            } catch (error) {
              answer = String(error);
            }
            answers.push({ name, with: JSON.stringify(value) ?? 'undefined', answer });
          }
        }
      }
      return answers;
    },
    { skipped: withoutArguments, takesText },
  );
  expect(results.length).toBeGreaterThan(100);
  for (const result of results) {
    expect(result.answer, `${result.name}(${result.with})`).not.toBe('taken');
    expect(result.answer).toMatch(/[a-z]+:[a-z-]+: |a function is expected/);
    // No stack, no path of this machine.
    expect(result.answer).not.toMatch(/\n\s+at |\/electron\//);
  }
});

test('every request has a handler', async ({ app }) => {
  const handled = await app.window.evaluate(async () => {
    const { app: own, connect, settings } = window.inkwatch;
    return Promise.all([own.state(), connect.entries(), settings.get()]);
  });
  expect(handled[1]).toHaveLength(5);
});

test('g07: a foreign page with the same preload is refused', async ({ app }) => {
  const answer = await app.electron.evaluate(async ({ BrowserWindow, app: electron }) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        preload: `${electron.getAppPath()}/dist/electron/preload.cjs`,
        sandbox: true,
        contextIsolation: true,
      },
    });
    await window.loadURL('data:text/html,<p>foreign</p>');
    const said: unknown = await window.webContents.executeJavaScript(
      'inkwatch.settings.get().then(() => "answered", (error) => error.message)',
    );
    const seen: unknown = await window.webContents.executeJavaScript('inkwatch.app.firstLook()');
    window.destroy();
    return [said, seen];
  });
  expect(answer).toEqual(['This request is not allowed here.', null]);
});

test('g07: a frame inside the page has no bridge, and a foreign one does not load', async ({
  app,
}) => {
  const frames = await app.window.evaluate(async () => {
    const bridges: string[] = [];
    for (const source of ['about:blank', 'inkwatch://app/', 'data:text/html,x']) {
      const frame = document.createElement('iframe');
      frame.src = source;
      document.body.append(frame);
      await new Promise((resolve) => {
        frame.addEventListener('load', resolve, { once: true });
        setTimeout(resolve, 1000);
      });
      let bridge = 'out of reach';
      try {
        bridge = typeof (frame.contentWindow as unknown as { inkwatch?: unknown }).inkwatch;
      } catch {
        // Another origin: nothing of it can be seen from here, nor the other way.
      }
      bridges.push(bridge);
      frame.remove();
    }
    return bridges;
  });
  expect(frames).not.toContain('object');
});

test('R5: navigation, new windows, network and permissions are refused', async ({ app }) => {
  const { window, electron } = app;
  const own = window.url();
  for (const target of [
    'https://example.com/',
    'file:///etc/passwd',
    'inkwatch://other/',
    'data:text/html,x',
  ]) {
    await window.evaluate((url) => {
      location.href = url;
    }, target);
    await window.evaluate((url) => {
      const link = document.createElement('a');
      link.href = url;
      link.target = '_blank';
      document.body.append(link);
      link.click();
      link.remove();
    }, target);
    expect(await window.evaluate((url) => open(url) === null, target)).toBe(true);
  }
  expect(window.url()).toBe(own);
  expect(electron.windows()).toHaveLength(1);

  const tried = await window.evaluate(
    async (endpoint) => ({
      fetched: await fetch(endpoint).then(
        () => 'fetched',
        () => 'refused',
      ),
      // On a timer, because what a test evaluates may evaluate more.
      evaluated: await new Promise((resolve) => {
        setTimeout(() => {
          try {
            resolve(String(new Function('return 1')()));
          } catch {
            resolve('refused');
          }
        });
      }),
      inline: await new Promise((resolve) => {
        try {
          const script = document.createElement('script');
          script.textContent = 'window.__pwned = true';
          document.body.append(script);
        } catch {
          resolve('refused');
        }
        setTimeout(() => resolve('__pwned' in window ? 'ran' : 'refused'), 50);
      }),
      html: (() => {
        try {
          document.createElement('p').innerHTML = '<img src=x onerror="window.__pwned = true">';
          return 'taken';
        } catch {
          return 'refused';
        }
      })(),
      notification: await Notification.requestPermission(),
      place: await new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          () => resolve('refused'),
        );
      }),
      clipboard: await navigator.clipboard.readText().then(
        () => 'read',
        () => 'refused',
      ),
    }),
    app.endpoint.url,
  );
  expect(tried).toEqual({
    fetched: 'refused',
    evaluated: 'refused',
    inline: 'refused',
    html: 'refused',
    notification: 'denied',
    place: 'refused',
    clipboard: 'refused',
  });
});

test('the window’s files carry the strict policy, and nothing else is served', async ({ app }) => {
  const answers = await app.window.evaluate(async () => {
    const page = await fetch('inkwatch://app/index.html');
    const statuses = await Promise.all(
      ['missing.js', '..%2f..%2fpackage.json', '../electron/main.js', 'x%00.html'].map(
        async (path) => (await fetch(`inkwatch://app/${path}`)).status,
      ),
    );
    return {
      policy: page.headers.get('content-security-policy'),
      type: page.headers.get('content-type'),
      statuses,
    };
  });
  expect(answers.policy).toContain("default-src 'none'");
  expect(answers.type).toContain('text/html');
  expect(answers.statuses).toEqual([404, 404, 404, 404]);
});

/** Answers the question about a link with "open", and writes down what would have been opened. */
const stubOpening = (electron: ElectronApplication): Promise<void> =>
  electron.evaluate(({ dialog, shell }) => {
    const opened: string[] = [];
    const asked: string[] = [];
    Object.assign(globalThis, { opened, asked });
    const box = async (_window: unknown, options: { message: string }) => {
      asked.push(options.message);
      return { response: 0, checkboxChecked: false };
    };
    dialog.showMessageBox = box as unknown as typeof dialog.showMessageBox;
    shell.openExternal = async (url) => {
      opened.push(url);
    };
  });

test('g08: only web addresses are opened, after a question that names the real host', async ({
  app,
}) => {
  await stubOpening(app.electron);
  for (const { url, open } of links) {
    const { opened, why } = await app.window.evaluate(
      (link) => window.inkwatch.app.openLink(link),
      url,
    );
    expect(opened, url).toBe(open);
    expect(why === '', url).toBe(open);
  }
  const { opened, asked } = await app.electron
    .evaluate(
      () => globalThis as unknown as { opened: readonly string[]; asked: readonly string[] },
    )
    .then(({ opened, asked }) => ({ opened, asked }));
  expect(opened).toEqual(['https://example.com/x', 'http://example.com/', 'https://example.com/']);
  expect(new Set(asked)).toEqual(new Set(['Open a page on example.com?']));
});
