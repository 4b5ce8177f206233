import type { Locator, Page } from '@playwright/test';

/** The list of writes. */
export const writesGrid = (window: Page): Locator => window.getByRole('grid', { name: 'Writes' });

/** Rows that are writes: the header and the days between them cannot be selected. */
export const writeRows = (window: Page): Locator =>
  writesGrid(window).locator('[role="row"][aria-selected]');

/** The row of the write whose cells hold `text`. */
export const writeRow = (window: Page, text: string): Locator =>
  writeRows(window).filter({ hasText: text });

export const details = (window: Page): Locator => window.getByRole('region', { name: 'Details' });

export const searchBox = (window: Page): Locator =>
  window.getByRole('searchbox', { name: 'Search writes' });

/** One value of a facet, such as ('Client', 'Claude Desktop'). */
export const facet = (window: Page, group: string, value: string): Locator =>
  window
    .getByRole('group', { name: group, exact: true })
    .getByRole('checkbox', { name: value, exact: true });

export const view = (window: Page, name: string): Locator =>
  window.getByRole('navigation', { name: 'Views' }).getByRole('button', { name });
