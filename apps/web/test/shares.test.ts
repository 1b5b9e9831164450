import type { BatchShare } from '@sluice/contracts';
import t from 'tap';
import { inPart } from './axe-support.js';
import { adminEmail, openWorkbench, run, untilCell, untilRun } from './support.js';

t.test('a run is shared with people and with everyone', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const { admin, baseUrl, addEditor } = workbench.service;
  await addEditor('reader@example.com');
  await addEditor('late@example.com');
  const page = await workbench.signedIn(adminEmail);
  await run(page, 'select n * 7 as seven from generate_series(1, 6) n');
  await untilRun(page, '6 rows');
  const [batch] = await admin.json<{ id: string }[]>('GET', '/api/batches');
  const address = `${baseUrl}/batches/${batch?.id}`;
  const shares = () => admin.json<BatchShare[]>('GET', `/api/batches/${batch?.id}/shares`);
  const reader = await workbench.signedIn('reader@example.com', `/batches/${batch?.id}`);
  const dialog = page.getByRole('dialog', { name: 'Share run' });
  const table = dialog.getByRole('table', { name: 'Shared with' });

  await t.test('without a share the run is not visible', async () => {
    await reader.getByText('You cannot see this run').waitFor();
  });

  await t.test('the bar above the rows shares with a user, with an expiry', async (t) => {
    await page.getByRole('button', { name: 'Share run' }).click();
    await dialog.getByText('Not shared').waitFor();
    t.ok(await dialog.getByRole('button', { name: 'Share', exact: true }).isDisabled());
    await dialog.getByRole('combobox', { name: 'Share with' }).fill('reader');
    await page.getByRole('option', { name: 'reader@example.com' }).click();
    await dialog.getByRole('combobox', { name: 'Expires after' }).click();
    await page.getByRole('option', { name: '1 week' }).click();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await table.getByText('reader@example.com').waitFor();
    const [share] = await shares();
    const days = (Date.parse(share?.expiresAt ?? '') - Date.now()) / 86_400_000;
    t.equal(Math.round(days), 7);
    t.match(share, { userId: 'reader@example.com', groupId: null });
    await inPart(t, page, 'the dialog', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await dialog.waitFor({ state: 'hidden' });
  });

  await t.test('the reader opens the results by link, and cannot share or cancel', async (t) => {
    await reader.reload();
    await untilRun(reader, '6 rows');
    await untilCell(reader, 6, 1, '42');
    t.equal(await reader.getByRole('button', { name: 'Share', exact: true }).count(), 0);
    t.equal(await reader.getByRole('button', { name: 'Share run' }).count(), 0);
    t.equal(await reader.getByRole('button', { name: 'Copy link to results' }).count(), 1);
  });

  await t.test('the reader finds the run among those shared with them', async (t) => {
    await reader.goto(`${baseUrl}/history`);
    await reader.getByRole('link', { name: 'Shared with me' }).click();
    await reader.getByRole('heading', { name: 'Shared with me' }).waitFor();
    await reader.getByText(adminEmail).waitFor();
    await inPart(t, reader, 'the page', 'main');
    await reader.getByRole('link', { name: /^select n \* 7/ }).click();
    await untilRun(reader, '6 rows');
  });

  await t.test('the page of the run shares with everyone, and stops sharing', async (t) => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await table.getByText('reader@example.com').waitFor();
    await dialog.getByRole('combobox', { name: 'Share with' }).click();
    await page.getByRole('option', { name: 'Everyone' }).click();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await table.getByRole('cell', { name: 'Everyone' }).first().waitFor();
    const late = await workbench.signedIn('late@example.com', `/batches/${batch?.id}`);
    await untilCell(late, 1, 1, '7');
    await dialog.getByRole('button', { name: 'Stop sharing Everyone' }).click();
    await table.getByRole('button', { name: 'Stop sharing Everyone' }).waitFor({ state: 'hidden' });
    await late.reload();
    await late.getByText('You cannot see this run').waitFor();
    await late.context().close();
    t.same(
      (await shares()).map(({ userId }) => userId),
      ['reader@example.com'],
    );
  });

  await t.test('an admin sees the rows of another user only by a share', async () => {
    const { database, connectionId } = workbench.service;
    const owner = await addEditor('owner@example.com');
    const other = await owner.run(connectionId, 'select 5 as five');
    await page.goto(`${baseUrl}/batches/${other.id}`);
    await page.getByText('The rows are private').waitFor();
    await owner.json('POST', `/api/batches/${other.id}/shares`, { groupId: '__EVERYONE__' });
    await page.reload();
    await untilCell(page, 1, 1, '5');
    await database.query('delete from batch_shares');
    await page.reload();
    await page.getByText('The rows are private').waitFor();
  });

  await t.test('a reader follows a live run without a button to cancel it', async (t) => {
    const { id } = await admin.submit(workbench.service.connectionId, 'select pg_sleep(600)');
    await admin.startedBatch(id);
    await admin.json('POST', `/api/batches/${id}/shares`, { userId: 'reader@example.com' });
    await page.goto(`${baseUrl}/batches/${id}`);
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    await reader.goto(`${baseUrl}/batches/${id}`);
    await reader.getByRole('button', { name: /Notify me/ }).waitFor();
    t.equal(await reader.getByRole('button', { name: 'Cancel', exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await untilRun(reader, 'Cancelled');
  });

  await t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
