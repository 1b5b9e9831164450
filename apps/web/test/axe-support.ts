import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The rules for each colour scheme. Only contrast depends on the scheme. */
const rules = { light: undefined, dark: ['color-contrast'] } as const;

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations of any level that axe finds with all rules, or with some. */
async function violations(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly });
  const found = await page.evaluate<Violation[]>(
    `axe.run(${options}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Checks that axe finds no violation on a page as it is shown, light and dark. */
export async function inBothSchemes(t: Test, page: Page, what: string): Promise<void> {
  await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    t.same(await violations(page, rules[colorScheme]), [], `${what}, ${colorScheme}`);
  }
}
