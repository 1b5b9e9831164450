import type { Connection } from '@sluice/contracts';
import { startMariaDb } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, editorText, openWorkbench, type, type Workbench } from './support.js';
import { mariaDbQueries, mariaDbTables, postgresQueries, postgresTables } from './typed-queries.js';

/** Milliseconds between keys; the range of human typing. */
const paces = [120, 60, 20];

/** Typing is mostly waiting, so several pages type in parallel. */
const pageCounts = { Target: 5, Shop: 2 };

/** The page that opens now. On a busy machine, seven at once take longer than a page may take to load. */
let opening: Promise<unknown> = Promise.resolve();

/** Opens a page after the others and waits for the schema of a connection. */
function openAt(workbench: Workbench, connection: keyof typeof pageCounts): Promise<Page> {
  const page = opening.then(() => openPage(workbench, connection));
  opening = page;
  return page;
}

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

  const typeAll = async (
    connection: keyof typeof pageCounts,
    queries: readonly string[],
  ): Promise<void> => {
    const waiting = paces.flatMap((pace) => queries.map((query) => ({ pace, query })));
    const typeOn = async (): Promise<void> => {
      const page = await openAt(workbench, connection);
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { pace, query } = next;
        await type(page, query, pace);
        const [firstLine = ''] = query.split('\n');
        t.equal(await editorText(page), query, `${pace} ms a key: ${firstLine.replace('#', '')}`);
      }
      await page.context().close();
    };
    await Promise.all(Array.from({ length: pageCounts[connection] }, typeOn));
  };
  await Promise.all([typeAll('Target', postgresQueries), typeAll('Shop', mariaDbQueries)]);
  t.same(workbench.problems, []);
});
