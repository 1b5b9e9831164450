import type { Query } from '@sluice/contracts';
import t from 'tap';
import { inBothSchemes } from './axe-support.js';
import { adminEmail, openWorkbench } from './support.js';

t.test('the properties of a query let readers and agents run it', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const { admin, connectionId, addEditor } = workbench.service;
  await workbench.service.database.query('delete from connection_accesses');
  await addEditor('reader@example.com');
  const { id } = await admin.json<Query>('POST', '/api/queries', {
    name: 'Orders',
    queryText: 'select 6 * 7 as answer',
    connectionId,
    acl: [{ groupId: '__EVERYONE__', write: false }],
  });
  const page = await workbench.signedIn(adminEmail, `/queries/${id}`);
  // The button acts on the tab in view.
  await page.getByText('select 6 * 7 as answer').first().waitFor();
  await page.getByRole('button', { name: 'Properties' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Readers run it on the access of the owner').check();
  await dialog.getByLabel('AI agents can run it as a tool').check();
  await inBothSchemes(t, page, 'the properties');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  t.match(await admin.json('GET', `/api/queries/${id}`), { runAs: 'owner', exposeAsTool: true });

  const reader = await workbench.signedIn('reader@example.com', `/run/${id}`);
  await reader.getByRole('button', { name: 'Run', exact: true }).click();
  await reader.getByRole('gridcell', { name: '42' }).waitFor();
});
