import type { Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, openWorkbench } from './support.js';

/** Maximum transferred bytes of the scripts, by compression. */
const maxBytes = { br: 350_000, gzip: 400_000 };

/** Each script is a request. */
const maxScripts = 20;

const lazyChunks = [
  'chart-canvas',
  'admin-page',
  'save-dialog',
  'conflict-dialog',
  'history-page',
  'command-palette',
  'shortcut-help',
  'tray-panel',
  'parameter-fields',
  'ddl-dialog',
  'column-profile-dialog',
  'tab-results',
];

interface Script {
  name: string;
  encodedBodySize: number;
}

/** Returns the scripts that a page has loaded. */
const scriptsOf = (page: Page): Promise<Script[]> =>
  page.evaluate<Script[]>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`,
  );

t.test('the scripts of the web UI', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const known = await workbench.signedIn(adminEmail);
  const storageState = await known.context().storageState();

  for (const [encoding, limit] of Object.entries(maxBytes)) {
    t.test(`a cold load of the editor stays below the limit with ${encoding}`, async (t) => {
      // Browsers accept Brotli only over HTTPS and on localhost.
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
      t.ok(bytes > 100_000 && bytes <= limit, `${bytes} bytes`);
      t.ok(scripts.length <= maxScripts, `${scripts.length} scripts`);
      for (const part of lazyChunks) {
        t.notOk(
          scripts.some(({ name }) => name.includes(part)),
          `${part} is not loaded`,
        );
      }
      await context.close();
    });
  }

  t.test('a lazy chunk is loaded on demand', async (t) => {
    await known.getByRole('link', { name: 'Admin' }).click();
    await known.waitForURL('**/admin/connections');
    await known.getByRole('heading', { name: 'Connections' }).first().waitFor();
    const scripts = await scriptsOf(known);
    t.ok(scripts.some(({ name }) => name.includes('admin-page')));
  });
});
