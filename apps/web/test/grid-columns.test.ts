import { until } from '@sluice/testkit';
import t from 'tap';
import { heading, headings, untilCopied } from './grid-support.js';
import { adminEmail, cell, openWorkbench, run, untilRun } from './support.js';

t.test('columns and rows of the result grid', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const page = await workbench.signedIn(adminEmail);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const matching = (text: string) => page.getByText(text, { exact: true }).waitFor();
  const filters = page.getByRole('group', { name: 'Filters' });
  /** Of 500 rows, 100 have no city and 100 have Berlin. */
  const runCities = async (): Promise<void> => {
    await run(
      page,
      `select n as id, case n % 5 when 0 then null when 1 then 'Berlin' else 'Rome' end as city
       from generate_series(1, 500) n`,
    );
    await untilRun(page, '500 rows');
  };

  await t.test('a column has a menu: sort, formats, hide, fit', async (t) => {
    const twoRows = `select 1234567.5::numeric as amount,
        timestamptz '2026-01-31 23:59:58+02' as at, 'x' as name
      union all select 5, null, repeat('y', 60)`;
    await run(page, twoRows);
    await untilRun(page, '2 rows');
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
    await run(page, `${twoRows} union all select 6, null, 'z'`);
    await untilRun(page, '3 rows');
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

  await t.test('rows are filtered by the values of columns', async (t) => {
    await runCities();

    await heading(page, 'city').click({ button: 'right' });
    await item('Values and filter').click();
    const dialog = page.getByRole('dialog', { name: 'city' });
    await dialog.getByText('Of 500 rows').waitFor();
    t.match(
      await dialog.getByLabel('Figures').textContent(),
      /Nulls100Distinct values2MinimumBerlin/,
    );
    t.match(
      await dialog.getByRole('table').textContent(),
      /Rome300 \(60.0 %\).*NULL100 \(20.0 %\)/,
    );
    await dialog.getByLabel('Berlin').check();
    await dialog.getByRole('button', { name: 'Filter', exact: true }).click();
    await matching('100 of 500 rows');
    t.equal(await filters.textContent(), 'city is Berlin');

    // A second column, by its condition.
    await heading(page, 'id').click({ button: 'right' });
    await item('Values and filter').click();
    const second = page.getByRole('dialog', { name: 'id' });
    await second.getByText('Of 100 rows').waitFor();
    await second.getByRole('combobox', { name: 'Condition' }).click();
    await page.getByRole('option', { name: 'at most' }).click();
    await second.getByRole('textbox', { name: 'Value' }).fill('ten');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/number/i)
      .first()
      .waitFor();
    await heading(page, 'id').click({ button: 'right' });
    await item('Values and filter').click();
    await second.getByRole('textbox', { name: 'Value' }).fill('11');
    await page.keyboard.press('Enter');
    await matching('3 of 500 rows');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const address = await page.getByRole('menuitem', { name: 'CSV as shown' }).getAttribute('href');
    t.match(decodeURIComponent(address ?? ''), /"operator":"in","values":\["Berlin"\]/);
    await page.keyboard.press('Escape');
    await filters.getByRole('button', { name: 'Remove all' }).click();
    await filters.waitFor({ state: 'detached' });

    // The value of a cell.
    await cell(page, 5, 2).click({ button: 'right' });
    await item('Only this value').click();
    await matching('100 of 500 rows');
    t.equal(await filters.textContent(), 'city is null');
    await cell(page, 1, 2).click({ button: 'right' });
    await item('Without this value').click();
    await matching('400 of 500 rows');
    await filters.getByRole('button', { name: 'Remove filter city is not null' }).click();
    await page.getByText('500 rows', { exact: true }).waitFor();

    // An empty text has a name in the list.
    await run(page, "select '' as empty union all select 'x'");
    await untilRun(page, '2 rows');
    await heading(page, 'empty').click({ button: 'right' });
    await item('Values and filter').click();
    await page.getByLabel('(empty text)').check();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await matching('1 of 2 rows');
  });

  await t.test('the menu of a cell is about the cell under the pointer', async (t) => {
    await runCities();
    const second = page.getByRole('dialog', { name: 'id' });
    // In a selection of several cells the menu is about the cell under the pointer.
    await cell(page, 1, 2).click();
    await page.keyboard.press('Shift+ArrowDown');
    await cell(page, 1, 2).click({ button: 'right' });
    await item('Only this value').click();
    await matching('100 of 500 rows');
    t.equal(await filters.textContent(), 'city equals Berlin');
    await cell(page, 4, 1).click();
    await page.keyboard.press(' ');
    await page.getByRole('complementary', { name: 'Row 4' }).waitFor();
    await heading(page, 'id').click({ button: 'right' });
    await item('Values and filter').click();
    await second.getByLabel('11', { exact: true }).check();
    await second.getByRole('button', { name: 'Filter', exact: true }).click();
    const last = page.getByRole('complementary', { name: 'Row 1' });
    await last.getByText('11', { exact: true }).waitFor();
    await last.getByRole('button', { name: 'Close row' }).click();
    await filters.getByRole('button', { name: 'Remove all' }).click();
    await filters.waitFor({ state: 'detached' });
  });

  await t.test(
    'Space opens a panel with the values of the row, and the arrow keys show other rows',
    async (t) => {
      await run(
        page,
        `select 1 as id, '{"a": {"b": [1, null]}}'::json as data union all select 2, '"text"'`,
      );
      await untilRun(page, '2 rows');
      await cell(page, 1, 1).click();
      await page.keyboard.press(' ');
      const panel = page.getByRole('complementary', { name: 'Row 1' });
      // The panel is open before its row has arrived.
      await panel.filter({ hasText: /id.*1.*data/ }).waitFor();
      await panel.locator('summary').last().click();
      await panel.getByText('null').waitFor();
      await page.getByRole('grid').focus();
      await page.keyboard.press('ArrowDown');
      const next = page.getByRole('complementary', { name: 'Row 2' });
      await next.getByText('text', { exact: true }).waitFor();
      await next.getByRole('button', { name: 'Close row' }).click();

      // A picture is shown with its bytes.
      await run(
        page,
        "select decode('89504e470d0a1a0a0000000d4948445200000002000000030802000000368849d60000001049444154789c631068f800440c281400595509017ac2074d0000000049454e44ae426082', 'hex') as picture",
      );
      await untilRun(page, '1 row');
      await cell(page, 1, 1).dblclick();
      const image = page.getByRole('img', { name: 'Image in picture' });
      await image.waitFor();
      await until('the picture is decoded', () =>
        page.evaluate<boolean>(
          `(({ naturalWidth, naturalHeight }) => naturalWidth === 2 && naturalHeight === 3)(document.querySelector('.cell-image'))`,
        ),
      );
      await page.keyboard.press('Escape');

      // Neither depth nor length stops the page.
      await run(
        page,
        `select (repeat('[', 5000) || repeat(']', 5000))::json as deep,
         (select json_agg(n) from generate_series(1, 100000) n) as wide, repeat('x', 1000000) as long`,
      );
      await untilRun(page, '1 row');
      await cell(page, 1, 1).click();
      await page.keyboard.press(' ');
      await panel.getByText('100,000').waitFor();
      await panel.locator('summary').last().click();
      await panel.getByText('99,500 more').waitFor();
      await panel.getByRole('button', { name: 'Close row' }).click();
      await panel.waitFor({ state: 'detached' });
      t.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'grid');
    },
  );
});
