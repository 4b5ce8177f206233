import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { at } from '../../scripts/lib/project.mjs';
import type { RunningApp } from './app.ts';
import { expect } from './fixtures.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Theme = 'light' | 'dark';

/** Violations that axe finds, as lines that say where. Evaluated, since the page's policy refuses scripts. */
const faults = async (window: Page, theme: Theme, part: string): Promise<readonly string[]> => {
  if (!(await window.evaluate(() => 'axe' in globalThis))) await window.evaluate(axe.source);
  // The same page in other colours can have no other fault than theirs.
  const rules = theme === 'light' ? standards : ['color-contrast'];
  const { violations } = await window.evaluate(
    ([within, runOnly]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(within, {
        runOnly: [...runOnly],
        resultTypes: ['violations'],
      }),
    [part, rules] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
};

/** A window whose page has this size, whatever the frame takes. */
export const sizeWindow = async (
  { electron, window }: RunningApp,
  size: readonly [number, number] = [1280, 800],
): Promise<void> => {
  // Again and again: a menu bar that comes late, with the answer whether there is a tray, takes its part.
  await expect
    .poll(async () => {
      await electron.evaluate(
        ({ BrowserWindow }, [width, height]) =>
          BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
        size,
      );
      return window.evaluate(() => [innerWidth, innerHeight]);
    })
    .toEqual([...size]);
};

/** Where pictures go: `INKWATCH_SCREENSHOTS=1` renews those that the project keeps. */
const folder = process.env.INKWATCH_SCREENSHOTS === '1' ? 'docs/screenshots' : 'test-results/looks';

/** The page in this theme, its colours at rest, and a picture of it. */
const picture = async (window: Page, name: string, theme: Theme): Promise<void> => {
  await window.emulateMedia({ colorScheme: theme });
  // Colours that are still fading would be measured half-way.
  await window.evaluate(async () => {
    // What goes on for ever, such as a waiting dot, fades nothing.
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
  });
  await window.screenshot({ path: at(folder, `${name}-${theme}.png`) });
};

const themes = ['light', 'dark'] as const;

/**
 * Looks at the screen as it is now, in both themes: axe finds nothing, and a picture is kept of each.
 * `part`: what came over a page that was looked at before, as a selector.
 */
export const look = async (window: Page, name: string, part = ':root'): Promise<void> => {
  for (const theme of themes) {
    await picture(window, name, theme);
    expect(await faults(window, theme, part), `${name}, ${theme}`).toEqual([]);
  }
};

/** Pictures alone: of a page in another size, that axe has nothing more to say of. */
export const pictures = async (window: Page, name: string): Promise<void> => {
  for (const theme of themes) await picture(window, name, theme);
};
