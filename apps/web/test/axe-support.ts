import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isDeep } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The rules for each colour scheme. Only contrast depends on the scheme. */
const rules = { light: undefined, dark: ['color-contrast'] } as const;

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations of any level that axe finds in a colour scheme.
 *
 * @param root selector of the checked part of the page
 */
async function violations(
  page: Page,
  colorScheme: keyof typeof rules,
  root: string,
): Promise<string[]> {
  // A page that stays loaded keeps the 500 KB of axe.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly: rules[colorScheme] });
  const found = await page.evaluate<Violation[]>(
    `axe.run('${root}', ${options}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Checks that axe finds no violation on a page as it is shown, light and dark. */
export const inBothSchemes = (t: Test, page: Page, what: string): Promise<void> =>
  inRoot(t, page, what, 'html');

async function inRoot(t: Test, page: Page, what: string, root: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    t.same(await violations(page, colorScheme, root), [], `${what}, ${colorScheme}`);
  }
}

/**
 * Checks a part of a page that is checked elsewhere. `npm test` does not check the rest of the page again.
 *
 * @param root selector of the part
 */
export const inPart = (t: Test, page: Page, what: string, root: string): Promise<void> =>
  inRoot(t, page, what, isDeep ? 'html' : root);

/**
 * Checks an open dialog over a page that is checked elsewhere. `npm test` does not check the page behind it again, and
 * the contrast of the light scheme only: all dialogs share the colours of those that are checked in both.
 */
export async function inOpenDialog(t: Test, page: Page, what: string): Promise<void> {
  if (isDeep) await inBothSchemes(t, page, what);
  else t.same(await violations(page, 'light', '[role=dialog]'), [], `${what}, light`);
}
