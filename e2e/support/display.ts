import { startChild } from './child.ts';
import { until } from './poll.ts';

/** A screen that no person sees. */
export interface Display {
  readonly name: string | undefined;
  readonly close: () => Promise<void>;
}

/**
 * On Linux an Xvfb of its own, so that tests neither flash over a person's screen nor see it;
 * elsewhere the system's own screen. 2,000 pixels wide: a window of 1920×1080 fits without a manager.
 */
export const startDisplay = async (): Promise<Display> => {
  if (process.platform !== 'linux') return { name: undefined, close: async () => undefined };
  const flags = ['-displayfd', '3', '-screen', '0', '2000x1200x24', '-nolisten', 'tcp'];
  const xvfb = startChild('Xvfb', flags);
  const number = await until('Xvfb to name its display', () => {
    if (xvfb.process.exitCode !== null) throw new Error(`Xvfb ended: ${xvfb.output()}`);
    return /^(\d+)\n/m.exec(xvfb.output())?.[1];
  });
  return { name: `:${number}`, close: () => xvfb.stop() };
};
