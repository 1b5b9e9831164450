import { until } from '@sluice/testkit';
import type { Route } from 'playwright-core';
import t from 'tap';
import { adminEmail, cell, openWorkbench, run, untilCell, untilRun } from './support.js';

t.test('the shell and its words', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const { service } = workbench;
  await service.admin.json('POST', '/api/queries', {
    name: 'Revenue by month',
    queryText: 'select 1 as revenue',
    connectionId: service.connectionId,
  });
  const page = await workbench.signedIn(adminEmail);
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  const search = palette.getByRole('combobox');

  await t.test('Ctrl+K in the editor finds a query, a page and an action', async (t) => {
    await page.getByRole('textbox', { name: 'SQL' }).focus();
    await page.keyboard.press('Control+K');
    await search.fill('revenue b');
    await palette.getByRole('option', { name: 'Revenue by month' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/queries\/(?!new)/);
    await page.locator('.cm-line').filter({ hasText: 'revenue' }).waitFor();
    await page.keyboard.press('Control+K');
    await search.fill('audit');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await page.keyboard.press('Control+K');
    await search.fill('no such entry');
    await palette.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    t.equal(await page.title(), 'Audit log, Admin · Sluice');
  });

  await t.test('the palette lists tables of the connection', async () => {
    // A refresh replaces a read in progress, which may answer from the cache of the service.
    const reading = new Promise<Route>((resolve) => {
      void page.route('**/schema', resolve, { times: 1 });
    });
    await page.goto(service.baseUrl);
    const first = await reading;
    await service.target.query('create table palette_target (id int)');
    await page.getByRole('button', { name: 'Refresh schema' }).click();
    await page.getByRole('treeitem', { name: /palette_target/ }).waitFor();
    await first.abort().catch(() => undefined);
    await page.keyboard.press('Control+K');
    await search.fill('palette_t');
    await palette.getByRole('option', { name: /palette_target/ }).click();
    await page.locator('.cm-line').filter({ hasText: 'palette_target' }).waitFor();
  });

  await t.test('the question mark opens the shortcuts on every page', async () => {
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('list', { name: 'Runs' }).or(page.getByText('No runs yet')).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('the title of the window follows the run', async (t) => {
    await page.getByRole('link', { name: 'Editor' }).click();
    await page.keyboard.press('Alt+T');
    await run(page, 'select pg_sleep(1000)');
    await untilRun(page, 'Running');
    t.match(await page.title(), /^(\(\d\) )?Running: • select pg_sleep/);
    await page
      .getByRole('region', { name: 'Results' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await untilRun(page, 'Cancelled');
    t.match(await page.title(), /^(\(\d\) )?• select pg_sleep/);
  });

  await t.test('a running query is listed once in the history', async (t) => {
    await run(page, 'select pg_sleep(1001)');
    await untilRun(page, 'Running');
    await page.getByRole('link', { name: 'History' }).click();
    const running = page.getByRole('region', { name: 'Running now' });
    await running.getByText('pg_sleep(1001)').waitFor();
    await page.getByRole('list', { name: 'Runs' }).waitFor();
    t.equal(await page.getByRole('link', { name: /pg_sleep\(1001\)/ }).count(), 1);
    await running.getByRole('button', { name: 'Cancel' }).click();
    await running.waitFor({ state: 'detached' });
  });

  await t.test('the example query has its chart one key away', async (t) => {
    await page.getByRole('link', { name: 'Editor' }).click();
    await page.keyboard.press('Alt+T');
    await page.getByRole('button', { name: 'Insert an example query' }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('Alt+C');
    await page.getByRole('region', { name: 'Chart' }).waitFor();
    await page.keyboard.press('Alt+C');
    await page.getByRole('region', { name: 'Chart' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+T');
    await page.getByRole('button', { name: 'Hide hints' }).click();
    await page.getByText('No results yet').waitFor();
    t.equal(await page.getByText('Get started').count(), 0);
  });

  await t.test('notices of a statement with rows are shown', async () => {
    await page.getByRole('link', { name: 'Editor' }).click();
    await run(
      page,
      "create function pg_temp.told() returns int language plpgsql as $$ begin raise notice 'told you'; return 7; end $$; select pg_temp.told() as n",
    );
    await untilCell(page, 1, 1, '7');
    await page.getByRole('region', { name: 'Notices' }).getByText('told you').waitFor();
  });

  await t.test('the mark of unsaved text is visible beside a long title', async (t) => {
    await run(page, `select 1 as ${'a_very_long_name_'.repeat(3)}`);
    const tab = page.locator('.tab[data-active]');
    const mark = tab.getByText('•');
    await mark.waitFor();
    const [markBox, tabBox] = [await mark.boundingBox(), await tab.boundingBox()];
    if (markBox === null || tabBox === null) throw new Error('The tab has no box');
    t.ok(markBox.x + markBox.width <= tabBox.x + tabBox.width);
    const title = await tab.locator('.tab-title').boundingBox();
    t.ok(title !== null && markBox.x + markBox.width <= title.x + title.width);
  });

  await t.test('a long text wraps in its viewer', async (t) => {
    await run(page, "select repeat('word ', 400) || repeat('x', 400) as text");
    await cell(page, 1, 1).filter({ hasText: 'word' }).dblclick();
    await page.getByRole('dialog').locator('.cell-value').waitFor();
    const wraps = `(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.cell-value'))`;
    t.ok(await page.evaluate(wraps));
    await page.keyboard.press('Escape');
  });

  await t.test('the header corner covers headings that scroll below it', async () => {
    await run(page, `select ${Array.from({ length: 40 }, (_, n) => `${n} as column_${n}`).join()}`);
    await untilCell(page, 1, 1, '0');
    await page.evaluate(`document.querySelector('[role=grid]').scrollLeft = 60`);
    const covers = `(() => {
      const { left, top } = document.querySelector('.grid').getBoundingClientRect();
      return document.elementFromPoint(left + 4, top + 8).className === 'grid-corner';
    })()`;
    await until('the corner covers the heading', () => page.evaluate<boolean>(covers));
  });

  await t.test('the active tab and the button New tab stay visible', async () => {
    const size = page.viewportSize() ?? { width: 1_280, height: 720 };
    for (let count = 0; count < 12; count++) await page.keyboard.press('Alt+T');
    const areInView = `['.tab[data-active]', '[aria-label="New tab"]'].every((selector) => {
      const { left, right } = document.querySelector(selector).getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    })`;
    for (const width of [1_280, 390]) {
      await page.setViewportSize({ width, height: 720 });
      await page.keyboard.press('Alt+T');
      await until(`they are visible at ${width} px`, () => page.evaluate<boolean>(areInView));
    }
    await page.setViewportSize(size);
  });

  await t.test('a preview does not outlive a change of the filter', async () => {
    await page.getByRole('link', { name: 'Queries' }).click();
    await page.getByRole('button', { name: 'Preview Revenue by month' }).click();
    const preview = page.getByRole('region', { name: 'Preview of Revenue by month' });
    await preview.waitFor();
    await page.getByText('Shared with me').click();
    await preview.waitFor({ state: 'detached' });
  });

  await t.test('wrong passwords and missing invitations are named', async () => {
    const stranger = await workbench.open('/signin');
    await stranger.getByLabel('E-mail').fill(adminEmail);
    await stranger.getByLabel(/^Password/).fill('not the password');
    await stranger.getByRole('button', { name: 'Sign in' }).click();
    await stranger.getByText('Wrong e-mail address or password').waitFor();
    await stranger.goto(`${service.baseUrl}/signup`);
    await stranger.getByLabel('E-mail').fill('uninvited@example.com');
    await stranger.getByLabel(/^Password/).fill('correct horse battery staple');
    await stranger.getByLabel('Confirm password').fill('correct horse battery staple');
    await stranger.getByRole('button', { name: 'Sign up' }).click();
    await stranger.getByText('This address has no invitation').waitFor();
    await stranger.context().close();
  });

  await t.test('fonts are served by the service and are in use', async (t) => {
    const fonts = await page.evaluate<string[]>(
      `document.fonts.ready.then((set) => [...set].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')))`,
    );
    t.ok(fonts.includes('Inter Variable'), fonts.join());
    t.ok(fonts.includes('JetBrains Mono Variable'), fonts.join());
  });

  await t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
