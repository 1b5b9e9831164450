import type { BatchLink } from '@sluice/contracts';
import { isDeep } from '@sluice/testkit';
import t from 'tap';
import { inBothSchemes, inOpenDialog } from './axe-support.js';
import { adminEmail, openWorkbench, run, untilCell, untilRun } from './support.js';
import { inEveryWindow, inNarrowWindows } from './geometry-support.js';

t.test('a run is shown to people without an account', async (t) => {
  const workbench = await openWorkbench({ SERVICE_PUBLIC_LINKS: 'true' });
  t.teardown(() => workbench.close());
  const { admin } = workbench.service;
  const page = await workbench.signedIn(adminEmail);
  await run(page, "select n, n * 7 as seven, 'text' as t from generate_series(1, 60) n");
  await untilRun(page, '60 rows');
  const [batch] = await admin.json<{ id: string }[]>('GET', '/api/batches');
  const dialog = page.getByRole('dialog', { name: 'Share run' });
  const table = dialog.getByRole('table', { name: 'Public links' });
  const links = () => admin.json<BatchLink[]>('GET', `/api/batches/${batch?.id}/links`);

  await t.test('the dialog creates a link with a limit and a password', async (t) => {
    await page.getByRole('button', { name: 'Share run' }).click();
    await dialog.getByRole('tab', { name: 'Public links' }).click();
    await dialog.getByText('No public links').waitFor();
    await dialog.getByRole('combobox', { name: 'Link ends after' }).click();
    await page.getByRole('option', { name: '1 day' }).click();
    await dialog.getByRole('textbox', { name: 'Maximum rows' }).fill('50');
    await dialog.getByLabel('Password', { exact: true }).fill('short');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog
      .getByText(/at least 8|8 characters/)
      .last()
      .waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill('two words more');
    await dialog.getByRole('checkbox', { name: 'Allow downloads' }).check();
    await inNarrowWindows(t, page, 'the form');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await table.getByText('First 50 rows, downloads, with password').waitFor();
    await inOpenDialog(t, page, 'the dialog');
    const [link] = await links();
    t.match(link, { maxRows: 50, allowDownload: true, hasPassword: true });
    const hours = (Date.parse(link?.expiresAt ?? '') - Date.now()) / 3_600_000;
    t.equal(Math.round(hours), 24);
  });

  const address = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const visitor = await workbench.open(new URL(address).pathname);

  await t.test('a visitor enters the password and sees rows and chart', async (t) => {
    const password = visitor.locator('input[type=password]');
    await password.fill('three words more');
    await visitor.getByRole('button', { name: 'Open' }).click();
    await visitor.getByText('The password is wrong').waitFor();
    await inBothSchemes(t, visitor, 'the password form');
    await password.fill('two words more');
    await visitor.keyboard.press('Enter');
    await visitor.getByText('The page shows the first 50 of 60 rows.').waitFor();
    await untilCell(visitor, 6, 2, '42');
    t.equal(await visitor.getByText('select n').count(), 0, 'no SQL');
    await visitor.getByRole('button', { name: 'Chart', exact: true }).click();
    await visitor.locator('canvas').first().waitFor();
    await inBothSchemes(t, visitor, 'the page');
    await inEveryWindow(t, visitor, 'the page');
    await visitor.getByRole('textbox', { name: 'Filter rows' }).fill('343');
    await visitor.getByText('1 of 50 rows').waitFor();
    await untilCell(visitor, 1, 1, '49');
  });

  await t.test('a visitor downloads the rows of the link', async (t) => {
    await visitor.getByRole('button', { name: 'Download' }).click();
    const [download] = await Promise.all([
      visitor.waitForEvent('download'),
      visitor.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    t.match(download.suggestedFilename(), /\.csv$/);
    const stream = await download.createReadStream();
    let text = '';
    for await (const part of stream) text += String(part);
    t.equal(text.trim().split('\n').length, 51);
  });

  await t.test('an ended link says so', async (t) => {
    await table.getByRole('button', { name: /^End link/ }).click();
    await dialog.getByText('No public links').waitFor();
    t.same(await links(), []);
    await visitor.reload();
    await visitor.getByRole('heading', { name: 'This link has ended' }).waitFor();
    // The page of an unknown link, which every-page.test.ts checks, is the same.
    if (isDeep) await inBothSchemes(t, visitor, 'the ended link');
    await visitor.goto(`${address}x`);
    await visitor.getByRole('heading', { name: 'This link has ended' }).waitFor();
  });
});
