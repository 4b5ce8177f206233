import type { RunningApp } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';
import type { Writer } from '../support/mcp.ts';
import { until } from '../support/poll.ts';
import { view, writeRows } from '../support/window.ts';

const storeMany = async (writer: Writer, count: number): Promise<void> => {
  for (let number = 1; number <= count; number += 1) {
    await writer.store({
      title: `scratch ${number}`,
      content: `text ${number}`,
      namespace: 'cursor',
    });
  }
};

/** What the window's own list of alerts says, whatever the system showed (case f05). */
const alertsOf = (app: RunningApp) => app.window.evaluate(() => window.inkwatch.bursts.list(10));

test('25 quick writes make exactly one notification, and its click filters to them', async ({
  app,
  bus,
  connect,
  home,
}) => {
  const claude = await connect({ name: 'claude-ai' });
  const cursor = await connect({ name: 'cursor-vscode' });
  await claude.store({ title: 'Before', content: 'not of the burst' });
  await storeMany(cursor, 25);
  await claude.store({ title: 'After', content: 'not of the burst' });

  await until('the notification', async () => ((await bus.count()) > 0 ? true : undefined));
  // All 25 are counted, so the detector has seen the last one: no second notification can follow.
  await until('the burst to be whole', async () =>
    (await alertsOf(app))[0]?.count === 25 ? true : undefined,
  );
  expect(await bus.count()).toBe(1);
  expect(await alertsOf(app)).toMatchObject([{ client_name: 'cursor-vscode', notified: 'shown' }]);
  await expect(view(app.window, 'Alerts')).toContainText('1');
  await expect(writeRows(app.window)).toHaveCount(await shownAtOnce(app, 27));

  await bus.click();

  await expect(app.window.getByText('25 of 27 writes')).toBeVisible();
  await expect(writeRows(app.window).first()).toContainText('scratch 25');
  await expect(app.window.getByRole('grid', { name: 'Writes' })).toHaveAttribute(
    'aria-rowcount',
    '26',
  );
  await expect(writeRows(app.window).filter({ hasText: 'of the burst' })).toHaveCount(0);
  const [shown] = await bus.readAll();
  expect(shown?.summary).toMatch(/^Cursor: 2\d writes in \d+ s$/);
  expect(shown?.body).toContain('Click to see exactly these writes');
  expect(await readLedger(home)).toHaveLength(27);
  expect(await bus.count()).toBe(1);
});

/** The grid is virtual: fewer rows are drawn than there are when the window is low. */
const shownAtOnce = async (app: RunningApp, rows: number): Promise<number> =>
  Math.min(rows, await writeRows(app.window).count());

for (const [owner, words] of [
  ['none', 'no notification service runs'],
  ['silent', 'the notification service never answers'],
] as const) {
  test.describe(`f01: where ${words}`, () => {
    test.use({ notificationOwner: owner });

    test('a burst holds up no ping and no write, and the window shows the alert', async ({
      app,
      connect,
      home,
    }) => {
      const pinger = await connect({ name: 'claude-ai' });
      const cursor = await connect({ name: 'cursor-vscode' });
      const delays: number[] = [];
      let going = true;
      const pinging = (async () => {
        while (going) {
          const from = performance.now();
          await pinger.client.ping();
          delays.push(performance.now() - from);
          await new Promise((resume) => setTimeout(resume, 100));
        }
      })();

      await storeMany(cursor, 25);
      const [alert] = await until('the alert to be settled', async () => {
        const alerts = await alertsOf(app);
        return alerts[0] !== undefined && alerts[0].notified !== 'pending' ? alerts : undefined;
      });
      going = false;
      await pinging;

      expect(alert).toMatchObject({ notified: 'unavailable' });
      expect(Math.max(...delays)).toBeLessThan(500);
      expect(await readLedger(home)).toHaveLength(25);
      await expect(app.window.getByText(/^Cursor: \d+ writes in/).first()).toBeVisible();
      const state = await app.window.evaluate(() => window.inkwatch.app.state());
      expect(state.notifications.available).toBe('no');
      await app.window.getByRole('button', { name: 'Show them' }).first().click();
      await expect(app.window.getByText('25 writes', { exact: false }).first()).toBeVisible();
    });
  });
}
