import { readFile } from 'node:fs/promises';
import { openChromium, until } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import t from 'tap';
import { copied, heading, headings, untilCopied } from './grid-support.js';
import { adminEmail, cell, openWorkbench, run, scrollTo, signIn, untilRun } from './support.js';

async function copyAs(page: Page, format: string): Promise<string> {
  await page.evaluate('navigator.clipboard.writeText("")');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('menuitem', { name: format, exact: true }).click();
  return until('the text is copied', async () => (await copied(page)) || null);
}

t.test('the result grid', async (t) => {
  const workbench = await openWorkbench({ SERVICE_ALLOWED_HOSTS: 'sluice.test' });
  t.teardown(() => workbench.close());
  const page = await workbench.signedIn(adminEmail);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await run(
    page,
    `select * from (values (2, 'b|"x"', null), (10, 'a''s', '{"k": 1}'::json), (1, E'c\\n2', '[]')) v (id, name, data)`,
  );
  await untilRun(page, '3 rows');

  await t.test('cells are copied in every format', async (t) => {
    await cell(page, 1, 1).click();
    await page.keyboard.press('Shift+Control+End');
    t.equal(await copyAs(page, 'TSV'), `2\tb|"x"\t\n10\ta's\t{"k":1}\n1\tc 2\t[]`);
    t.match(await copyAs(page, 'TSV with headers'), /^id\tname\tdata\n2\t/);
    t.equal(
      await copyAs(page, 'CSV'),
      `id,name,data\r\n2,"b|""x""",\r\n10,a's,"{""k"":1}"\r\n1,"c\n2",[]`,
    );
    const rows = JSON.parse(await copyAs(page, 'JSON')) as unknown[];
    t.match(rows, [{ id: 2, name: 'b|"x"', data: null }, { id: 10 }, { id: 1, name: 'c\n2' }]);
    t.match(await copyAs(page, 'Markdown'), /^\| id \| name .*\n\| ---: \|.*\n\| 2 \| b\\\|"x" \|/);
    t.match(
      await copyAs(page, 'INSERT'),
      /^insert into table_name \("id", "name", "data"\) values\n/,
    );
    t.match(await copyAs(page, 'INSERT'), `(10, 'a''s', '{"k":1}')`);
    await cell(page, 2, 1).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+C');
    await untilCopied(page, "10\ta's");
  });

  await t.test('the totals of several cells are shown below the grid', async (t) => {
    const totals = page.getByRole('group', { name: 'Totals of the selected cells' });
    await cell(page, 1, 1).click();
    await totals.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+Control+End');
    await totals.getByText('max').waitFor();
    t.equal(await totals.textContent(), 'cells 9nulls 1numbers 3sum 13average 4.333333min 1max 10');
    await cell(page, 1, 2).click();
    await totals.waitFor({ state: 'detached' });
  });

  await t.test('the selection is visible on every row', async (t) => {
    await cell(page, 1, 1).click();
    const looks = (): Promise<string[]> =>
      page.evaluate<string[]>(`[1, 2, 3].map((row) => {
        const cell = \`[role=row][aria-rowindex="\${row + 1}"] [role=gridcell][aria-colindex="2"]\`;
        const style = getComputedStyle(document.querySelector(cell));
        return style.backgroundColor + style.backgroundImage;
      })`);
    const before = await looks();
    await page.keyboard.press('Shift+Control+End');
    await page
      .locator('[role=row][aria-rowindex="4"] [role=gridcell][aria-selected=true]')
      .first()
      .waitFor();
    const after = await looks();
    for (const [index, look] of after.entries()) t.not(look, before[index], `row ${index + 1}`);
    t.equal(new Set(after).size, 1, 'it looks the same on every row');
  });

  await t.test('the pointer resizes, moves, pins and sorts a column', async (t) => {
    const before = (await heading(page, 'name').boundingBox())?.width ?? 0;
    const edge = await heading(page, 'name').locator('.grid-resize').boundingBox();
    if (edge === null) throw new Error('The header has no resize edge');
    await page.mouse.move(edge.x + 3, edge.y + 10);
    await page.mouse.down();
    await page.mouse.move(edge.x + 103, edge.y + 10, { steps: 4 });
    await page.mouse.up();
    t.equal((await heading(page, 'name').boundingBox())?.width, before + 100);
    t.same(await headings(page), ['id', 'name', 'data'], 'resizing does not sort');

    await heading(page, 'data').dragTo(heading(page, 'id'));
    t.same(await headings(page), ['data', 'id', 'name']);
    await heading(page, 'name').click({ modifiers: ['Alt'] });
    t.same(await headings(page), ['name', 'data', 'id']);
    await heading(page, 'name').click({ modifiers: ['Alt'] });
    t.same(await headings(page), ['data', 'id', 'name']);

    await heading(page, 'id').click();
    await cell(page, 1, 2).filter({ hasText: /^1$/ }).waitFor();
    await heading(page, 'id').click();
    await cell(page, 1, 2).filter({ hasText: '10' }).waitFor();
    t.equal(await heading(page, 'id').getAttribute('aria-sort'), 'descending');
    await heading(page, 'id').click();
    await cell(page, 1, 2).filter({ hasText: /^2$/ }).waitFor();
  });

  await t.test('the keyboard moves, sorts, resizes and pins a column', async (t) => {
    await cell(page, 1, 2).click();
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    t.same(await headings(page), ['id', 'data', 'name']);
    await page.keyboard.press('Alt+S');
    await cell(page, 1, 1).filter({ hasText: /^1$/ }).waitFor();
    await page.keyboard.press('Alt+S');
    await page.keyboard.press('Alt+S');
    await cell(page, 1, 1).filter({ hasText: /^2$/ }).waitFor();
    const before = (await heading(page, 'id').boundingBox())?.width ?? 0;
    await page.keyboard.press('Alt+ArrowRight');
    t.ok(((await heading(page, 'id').boundingBox())?.width ?? 0) > before);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+P');
    t.same(await headings(page), ['name', 'id', 'data']);
    await page.keyboard.press('Control+C');
    await untilCopied(page, 'b|"x"');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('b|"x"').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  await t.test('a cell opened before its row is loaded appears when the row arrives', async (t) => {
    let isRequested = false;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/results?*', async (route) => {
      isRequested = true;
      await released;
      await route.continue();
    });
    await page.getByLabel('Filter rows').fill('c');
    await page.getByLabel('Filter rows').fill('');
    await until('the rows are requested', () => isRequested);
    await page.getByRole('grid').press('Enter');
    t.equal(await page.getByRole('dialog').count(), 0);
    release();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.unroute('**/results?*');
  });

  await t.test(
    'rows are filtered, and large results are sorted and filtered as a whole',
    async (t) => {
      await page.getByLabel('Filter rows').fill('A’S'.replace('’', "'"));
      await page.getByText('1 of 3 rows').waitFor();
      await page.getByLabel('Filter rows').fill('');
      await run(page, "select n, 'row ' || n as name from generate_series(1, 30000) n");
      await untilRun(page, '30,000 rows');
      t.equal(await page.getByLabel('Filter rows').count(), 1);
      t.match(await heading(page, 'n').first().getAttribute('title'), 'Click: sort\n');
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByText('Copy 30,000 rows as').waitFor();
      await page.getByRole('menuitem', { name: 'TSV', exact: true }).click();
      await page.getByText('Copied 30,000 rows').waitFor();
      t.match(await copied(page), /^1\trow 1\n[^]*\n30000\trow 30000$/);
      await cell(page, 1, 1).click();
      await page.keyboard.press('Control+A');
      await heading(page, 'n').first().click();
      await heading(page, 'n').first().click();
      await cell(page, 1, 1).filter({ hasText: '30000' }).waitFor();
      await page.getByLabel('Filter rows').fill('ROW 29');
      await page.getByText('1,111 of 30,000 rows').waitFor();
      await cell(page, 1, 2).filter({ hasText: 'row 29999' }).waitFor();
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByText('Copy the selected cells as').waitFor();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
      await page.getByText('Copied 1,111 rows').waitFor();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).click();
      await page.getByRole('menuitem', { name: 'CSV as shown' }).click();
      const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
      t.equal(lines.length, 1_113, 'the names, 1,111 rows and the end of the last line');
      t.equal(lines[1], '29999,row 29999');
      await page.getByLabel('Filter rows').fill('');
      await heading(page, 'n').first().click();
      await scrollTo(page, 1);
      await cell(page, 30_000, 2).filter({ hasText: 'row 30000' }).waitFor();
    },
  );

  await t.test('a page loaded without TLS can run and copy', async (t) => {
    const browser = await openChromium(['--host-resolver-rules=MAP sluice.test 127.0.0.1']);
    t.teardown(() => browser.close());
    const plain = await browser.newPage();
    const { port } = new URL(workbench.service.baseUrl);
    await plain.goto(`http://sluice.test:${port}/`);
    await signIn(plain, adminEmail);
    t.equal(await plain.evaluate('isSecureContext'), false);
    await run(plain, "select 'plain' as a");
    await cell(plain, 1, 1).filter({ hasText: 'plain' }).click();
    await plain.getByRole('grid').press('Control+C');
    await plain.getByText('Copied 1 row').waitFor();
    await plain.getByLabel('Filter rows').focus();
    await plain.keyboard.press('Control+V');
    t.equal(await plain.getByLabel('Filter rows').inputValue(), 'plain');
    await plain.getByLabel('Filter rows').fill('');
    await plain.getByRole('grid').press('Enter');
    const drawer = plain.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Copy' }).click();
    await drawer.getByRole('button', { name: 'Copied' }).waitFor();
  });

  await t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
