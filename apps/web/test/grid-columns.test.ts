import { until } from '@sluice/testkit';
import t from 'tap';
import { heading, headings, untilCopied } from './grid-support.js';
import { adminEmail, cell, openWorkbench, run, untilRun } from './support.js';

t.test('columns and rows of the result grid', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const page = await workbench.signedIn(adminEmail);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  await t.test('a column has a menu: sort, formats, hide, fit', async (t) => {
    await run(
      page,
      `select 1234567.5::numeric as amount, timestamptz '2026-01-31 23:59:58+02' as at, 'x' as name
       union all select 5, null, repeat('y', 60)`,
    );
    await untilRun(page, '2 rows');
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
    const openMenu = (name: string) => heading(page, name).click({ button: 'right' });

    await openMenu('amount');
    await item('Sort ascending').click();
    await until('the least is first', async () => (await cell(page, 1, 1).textContent()) === '5');
    await openMenu('amount');
    await item('Stored order').click();

    await openMenu('amount');
    await item('Format').hover();
    await page.getByRole('menuitemradio', { name: '1,234.50' }).click();
    t.equal(await cell(page, 1, 1).textContent(), '1,234,567.50');
    await openMenu('at');
    await item('Format').hover();
    await page.getByRole('menuitemradio', { name: 'in UTC' }).click();
    t.equal(await cell(page, 1, 2).textContent(), '2026-01-31 21:59:58 UTC');
    t.equal(await cell(page, 2, 2).textContent(), 'NULL');

    // Copies have the stored values.
    await cell(page, 1, 1).click();
    await page.keyboard.press('Control+C');
    await untilCopied(page, '1234567.5');

    // The next run of the same columns has the same formats.
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await until(
      'the formats are kept',
      async () => (await cell(page, 1, 1).textContent()) === '1,234,567.50',
    );
    await openMenu('amount');
    await page.getByRole('menuitemcheckbox', { name: 'All columns as stored' }).click();
    t.equal(await cell(page, 1, 1).textContent(), '1234567.5');

    const width = async () => (await heading(page, 'name').boundingBox())?.width ?? 0;
    const narrow = await width();
    await openMenu('name');
    await item('Fit width').click();
    t.ok((await width()) > narrow, 'as wide as its longest value');

    await openMenu('at');
    await item('Hide').click();
    t.same(await headings(page), ['amount', 'name']);
    await cell(page, 1, 1).click();
    await page.keyboard.press('Shift+Control+ArrowRight');
    await page.keyboard.press('Control+C');
    await untilCopied(page, '1234567.5\tx');
    await page.keyboard.press('Shift+F10');
    await item('Show 1 hidden column').click();
    t.same(await headings(page), ['amount', 'at', 'name']);
  });

  await t.test('Space shows the row beside the grid, and the arrow keys move it', async (t) => {
    await run(
      page,
      `select 1 as id, '{"a": {"b": [1, null]}}'::json as data union all select 2, '"text"'`,
    );
    await untilRun(page, '2 rows');
    await cell(page, 1, 1).click();
    await page.keyboard.press(' ');
    const panel = page.getByRole('complementary', { name: 'Row 1' });
    await panel.waitFor();
    t.match(await panel.textContent(), /id.*1.*data/);
    await panel.locator('summary').last().click();
    await panel.getByText('null').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    const next = page.getByRole('complementary', { name: 'Row 2' });
    await next.getByText('text', { exact: true }).waitFor();
    await next.getByRole('button', { name: 'Close row' }).click();
    await next.waitFor({ state: 'detached' });
    t.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'grid');
  });
});
