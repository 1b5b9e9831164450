import type { Connection } from '@sluice/contracts';
import { isDeep, startMariaDb } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, editorText, openWorkbench, type, type Workbench } from './support.js';
import { mariaDbQueries, mariaDbTables, postgresQueries, postgresTables } from './typing-texts.js';

/** Milliseconds between keys; the range of human typing. */
const paces = isDeep ? [120, 60, 20] : [40];

/** `npm test` types every seventh query: keywords, comments with quotes and brackets, strings with line ends. */
const STEP = isDeep ? 1 : 7;

/** Typing many queries is mostly waiting, so several pages type in parallel. */
const pageCounts = isDeep ? { Target: 5, Shop: 2 } : { Target: 1, Shop: 1 };

/** Opens a page and waits for the schema of a connection. */
async function openPage(workbench: Workbench, connection: keyof typeof pageCounts): Promise<Page> {
  const page = await workbench.signedIn(adminEmail);
  await page.getByRole('combobox', { name: 'Connection' }).click();
  await page.getByRole('option', { name: connection, exact: true }).click();
  await page.getByRole('treeitem', { name: /sessions/ }).waitFor();
  return page;
}

t.test('typing key by key inserts exactly the typed text', async (t) => {
  const [workbench, mariaDb] = await Promise.all([openWorkbench(), startMariaDb()]);
  t.teardown(() => Promise.all([workbench.close(), mariaDb.stop()]));
  const { service } = workbench;
  await service.target.query(postgresTables);
  const database = String(mariaDb.config['database']);
  mariaDb.client(`use \`${database}\`; ${mariaDbTables}`);
  const body = { name: 'Shop', driver: 'mysql', data: mariaDb.config };
  await service.admin.json<Connection>('POST', '/api/connections', body);

  const openPages = async (connection: keyof typeof pageCounts): Promise<Page[]> => {
    const pages: Page[] = [];
    while (pages.length < pageCounts[connection]) pages.push(await openPage(workbench, connection));
    return pages;
  };
  const typeAll = async (pages: Page[], queries: readonly string[]): Promise<void> => {
    const typed = queries.filter((_, index) => index % STEP === 0);
    const waiting = paces.flatMap((pace) => typed.map((query) => ({ pace, query })));
    const typeOn = async (page: Page): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { pace, query } = next;
        await type(page, query, pace);
        const [firstLine = ''] = query.split('\n');
        t.equal(await editorText(page), query, `${pace} ms a key: ${firstLine.replace('#', '')}`);
      }
      await page.context().close();
    };
    await Promise.all(pages.map(typeOn));
  };
  // Pages that type would slow down the loading of others on a busy machine beyond its time limit.
  const [targetPages, shopPages] = [await openPages('Target'), await openPages('Shop')];
  await Promise.all([typeAll(targetPages, postgresQueries), typeAll(shopPages, mariaDbQueries)]);
  t.same(workbench.problems, []);
});
