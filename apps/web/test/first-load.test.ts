import type { Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, openWorkbench } from './support.js';

/** Most bytes that the scripts take on the wire, by how they are compressed. */
const goals = { br: 350_000, gzip: 400_000 };

const later = ['chart-canvas', 'admin-page', 'save-dialog', 'changed-dialog', 'history-page'];

interface Script {
  name: string;
  encodedBodySize: number;
}

/** What a page has fetched of scripts so far. */
const scriptsOf = (page: Page): Promise<Script[]> =>
  page.evaluate<Script[]>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`,
  );

t.test('the scripts of the workbench', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const known = await workbench.signedIn(adminEmail);
  const storageState = await known.context().storageState();

  for (const [encoding, goal] of Object.entries(goals)) {
    t.test(`a cold cache gets few before the editor is usable, by ${encoding}`, async (t) => {
      // Browsers take Brotli over HTTPS, and from their own machine.
      const context = await workbench.browser.newContext({
        storageState,
        extraHTTPHeaders: { 'accept-encoding': encoding },
      });
      const page = await context.newPage();
      await page.goto(workbench.service.baseUrl);
      await page.getByRole('textbox', { name: 'SQL' }).fill('select 1');
      await page.waitForLoadState('networkidle');
      const scripts = await scriptsOf(page);
      const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
      t.ok(bytes > 100_000 && bytes <= goal, `${bytes} bytes`);
      for (const part of later) {
        t.notOk(
          scripts.some(({ name }) => name.includes(part)),
          `${part} waits`,
        );
      }
      await context.close();
    });
  }

  t.test('what waits comes when it is asked for', async (t) => {
    await known.getByRole('link', { name: 'Admin' }).click();
    await known.waitForURL('**/admin/connections');
    await known.getByRole('heading', { name: 'Connections' }).first().waitFor();
    const scripts = await scriptsOf(known);
    t.ok(scripts.some(({ name }) => name.includes('admin-page')));
  });
});
