import { type ElectronApplication, expect } from '@playwright/test';

/**
 * Answers the save dialog, which is the system's and cannot be clicked without a person, with `file`;
 * null dismisses it.
 */
export const answerSaveDialog = (
  electron: ElectronApplication,
  file: string | null,
): Promise<void> =>
  // While the app collects garbage, Playwright has lost the promise of its answer; doing it twice is harmless.
  expect(() =>
    electron.evaluate(({ dialog }, path) => {
      const answer = async (...args: readonly unknown[]) => {
        Object.assign(globalThis, { asked: args.at(-1) });
        return { canceled: path === null, filePath: path ?? '' };
      };
      dialog.showSaveDialog = answer as unknown as typeof dialog.showSaveDialog;
    }, file),
  ).toPass({ timeout: 20_000 });

/** What the app asked the save dialog for. */
export const askedFor = (electron: ElectronApplication): Promise<{ defaultPath?: string }> =>
  electron.evaluate(() => (globalThis as unknown as { asked: { defaultPath?: string } }).asked);
