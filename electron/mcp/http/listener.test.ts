import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from './listener.ts';

it('g06: a connection that was opened ahead of its first request holds up no end', async () => {
  const listener = await listen(0, async (_request, response) => {
    response.end();
  });
  const ahead = connect(listener.port, '127.0.0.1');
  await once(ahead, 'connect');
  // Answered on another one, so the server has seen the first.
  await (await fetch(`http://127.0.0.1:${listener.port}/`)).text();

  const from = performance.now();
  await listener.close(10_000);

  expect(performance.now() - from).toBeLessThan(2_000);
  ahead.destroy();
});
