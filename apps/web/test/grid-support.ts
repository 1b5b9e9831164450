import { until } from '@sluice/testkit';
import type { Page } from 'playwright-core';

/** Returns the column names from left to right. */
export const headings = async (page: Page): Promise<string[]> => {
  const found = await page.getByRole('columnheader').all();
  const placed = await Promise.all(
    found.map(async (each) => ({
      text: (await each.textContent()) ?? '',
      left: (await each.boundingBox())?.x ?? 0,
    })),
  );
  return placed.sort((a, b) => a.left - b.left).map(({ text }) => text);
};

/** Returns the heading of a column. */
export const heading = (page: Page, name: string) => page.getByRole('columnheader', { name });
/** Returns the text in the clipboard. */
export const copied = (page: Page): Promise<string> =>
  page.evaluate<string>('navigator.clipboard.readText()');

/** Resolves when the clipboard has this text. */
export const untilCopied = (page: Page, text: string) =>
  until(`${text} is copied`, async () => (await copied(page)) === text);
