import { expect, test } from '../support/fixtures.ts';
import { searchBox, writeRow, writeRows } from '../support/window.ts';

test('an answer that comes late, when the filter is another one already, is not shown', async ({
  app,
  connect,
}) => {
  const client = await connect({ name: 'claude-code' });
  for (const title of ['Alpha one', 'Alpha two', 'Beta one']) {
    await client.store({ title, content: 'x' });
  }
  const { window, electron } = app;
  await expect(writeRows(window)).toHaveCount(3);

  // Answers about “alpha” wait in the main process until they are let go; all others pass.
  await electron.evaluate(({ ipcMain }) => {
    const held = { waiting: 0, letGo: () => {} };
    const open = new Promise<void>((resolve) => {
      held.letGo = resolve;
    });
    Object.assign(globalThis, { heldAnswers: held });
    type Handler = (event: unknown, args: unknown) => Promise<unknown>;
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })
      ._invokeHandlers;
    for (const name of ['writes:page', 'writes:counts', 'writes:facets', 'writes:histogram']) {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`nobody answers ${name}`);
      handlers.set(name, async (event, args) => {
        const answer = await handler(event, args);
        if (JSON.stringify(args).includes('alpha')) {
          if (name === 'writes:page') held.waiting += 1;
          await open;
        }
        return answer;
      });
    }
  });
  const waiting = () =>
    electron.evaluate(
      () => (globalThis as unknown as { heldAnswers: { waiting: number } }).heldAnswers.waiting,
    );

  await searchBox(window).fill('alpha');
  await expect.poll(waiting).toBeGreaterThan(0);
  await searchBox(window).fill('beta');
  await expect(writeRow(window, 'Beta one')).toBeVisible();
  await expect(writeRows(window)).toHaveCount(1);

  await electron.evaluate(() =>
    (globalThis as unknown as { heldAnswers: { letGo: () => void } }).heldAnswers.letGo(),
  );
  // A round trip of the window after the late answers: what they could have changed is drawn.
  for (let n = 0; n < 3; n += 1) {
    await window.evaluate(async () => {
      await globalThis.window.inkwatch.app.state();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    await expect(writeRows(window)).toHaveCount(1);
    await expect(writeRow(window, 'Beta one')).toBeVisible();
  }
  await expect(searchBox(window)).toHaveValue(/beta/);
  // What was late is right for its own filter, when that is asked for again.
  await searchBox(window).fill('alpha');
  await expect(writeRows(window)).toHaveCount(2);
});
