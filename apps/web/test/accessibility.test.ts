import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import t from 'tap';
import { dialogs, openEveryPage, privatePages, publicPages, showChart } from './every-page.js';
import { untilRun } from './support.js';

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

t.test('axe finds no violation on any page, light or dark', async (t) => {
  const { workbench, page, stranger, queryId, batchId } = await openEveryPage('Fifty rows', {
    // With a mount path, which every page must include in its links.
    SERVICE_BASE_URL: '/sub',
  });
  t.teardown(() => workbench.close());
  const { service } = workbench;
  const inspect = async (shown: Page, path: string, open?: () => Promise<unknown>) => {
    await shown.goto(service.baseUrl + path);
    await shown.waitForLoadState('networkidle');
    await open?.();
    // A tooltip under the pointer belongs to the button just clicked.
    await shown.mouse.move(0, 0);
    await shown.getByRole('tooltip').waitFor({ state: 'detached' });
    await shown.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await shown.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      t.same(await violations(shown, rules[colorScheme]), [], `${path}, ${colorScheme}`);
    }
  };
  for (const path of publicPages) await inspect(stranger, path);
  for (const path of privatePages(queryId, batchId)) await inspect(page, path);
  await inspect(page, `/queries/${queryId}`, async () => {
    await untilRun(page, '50 rows');
    await showChart(page, true);
  });
  for (const { path, button } of dialogs(queryId)) {
    await inspect(page, path, async () => {
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
    });
  }
});
