import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempHome } from '../testing/temp-home.ts';
import { openSample, sampleEnvironment } from './open-sample.ts';

test('the parent’s home and log do not leak into the sample', () => {
  expect(
    sampleEnvironment({
      PATH: '/bin',
      INKWATCH_HOME: '/real',
      INKWATCH_AUDIT_LOG: '/real/log',
      ELECTRON_RUN_AS_NODE: '1',
    }),
  ).toEqual({ PATH: '/bin' });
});

/** A program that stands for Inkwatch, as a shell script. */
function program(body: string): { executable: string; args: readonly string[] } {
  const executable = join(tempHome(), 'inkwatch');
  writeFileSync(executable, `#!/bin/sh\n${body}\n`);
  chmodSync(executable, 0o755);
  return { executable, args: ['app-folder'] };
}

test.skipIf(process.platform === 'win32')(
  'the sample is open once it serves its own home',
  async () => {
    const home = tempHome();
    const serving = program(
      'mkdir -p "$4"; printf \'{"url":"http://127.0.0.1:1/mcp","token":"t","pid":%d,"version":"0"}\' $$ > "$4/endpoint.json"; exec sleep 0.3',
    );
    expect(await openSample(serving, home)).toEqual({ opened: true, why: '' });
  },
);

test.skipIf(process.platform === 'win32')(
  'a start that hands over is open, one that ends badly is not',
  async () => {
    expect(await openSample(program('exit 0'), tempHome())).toEqual({ opened: true, why: '' });
    expect((await openSample(program('exit 1'), tempHome())).opened).toBe(false);
    const missing = { executable: join(tempHome(), 'missing'), args: [] };
    expect(await openSample(missing, tempHome())).toMatchObject({
      opened: false,
      why: expect.stringContaining('could not be started'),
    });
  },
);
