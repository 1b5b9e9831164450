import { isDeep, until } from '@sluice/testkit';
import t from 'tap';
import {
  adminEmail,
  cell,
  clearEditor,
  openWorkbench,
  password,
  paste,
  run,
  scrollTo,
  signIn,
  untilCell,
  untilRun,
  untilRunEnded,
  goOffline,
} from './support.js';

t.test('running SQL in the editor', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  await workbench.service.target.query(
    `create table orders (id int primary key, customer text, placed timestamptz, note text);
     comment on table orders is 'Purchases';
     insert into orders select n, 'customer ' || n, '2024-01-01Z'::timestamptz + n * interval '1 hour',
       case when n % 3 = 0 then null else '<b>bold</b>' end from generate_series(1, 50000) n;`,
  );

  const { baseUrl } = workbench.service;
  const page = await workbench.open('/queries/new');
  const toolbar = page.getByRole('toolbar', { name: 'Query' });
  const results = page.getByRole('region', { name: 'Results' });

  t.test('an anonymous user signs in and returns to the requested page', async (t) => {
    await page.getByRole('heading', { name: 'Sign in to Sluice' }).waitFor();
    await page.getByLabel('E-mail').fill(adminEmail);
    await page.getByLabel(/^Password/).fill('wrong password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await signIn(page, adminEmail);
    t.ok(page.url().endsWith('/queries/new'), page.url());
  });

  t.test('password fields are masked and accept paste and autofill', async (t) => {
    await page.context().clearCookies();
    await page.goto(`${baseUrl}/signin`);
    const field = page.getByLabel(/^Password/);
    t.equal(await field.getAttribute('type'), 'password');
    t.equal(await field.getAttribute('autocomplete'), 'current-password');
    t.equal(await page.getByLabel('E-mail').getAttribute('autocomplete'), 'username');
    await page.getByLabel('E-mail').fill(password);
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    await field.focus();
    await page.keyboard.press('Control+V');
    t.equal(await field.inputValue(), password);
    await page.goto(`${baseUrl}/signup`);
    for (const name of [/^Password/, 'Confirm password']) {
      t.equal(await page.getByLabel(name).getAttribute('type'), 'password');
      t.equal(await page.getByLabel(name).getAttribute('autocomplete'), 'new-password');
    }
  });

  t.test('sign-in does not redirect to other sites', async (t) => {
    const others = ['/\t/evil.test/', '/\r/evil.test/', 'https:evil.test/'];
    for (const next of ['//evil.test/', '/\\evil.test/', ...(isDeep ? others : [])]) {
      await page.context().clearCookies();
      await page.goto(`${baseUrl}/signin?next=${encodeURIComponent(next)}`);
      await signIn(page, adminEmail);
      t.ok(page.url().startsWith(baseUrl), page.url());
    }
  });

  t.test('a run started before the connections are loaded waits for them', async (t) => {
    await page.context().clearCookies();
    await page.goto(`${baseUrl}/signin`);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isRequested = false;
    await page.route('**/api/connections', async (route) => {
      isRequested = true;
      await released;
      await route.continue();
    });
    await signIn(page, adminEmail);
    await run(page, "select 'sooner' as a");
    await until('the connections are requested', () => isRequested);
    t.equal(await page.getByText('Choose a connection first').count(), 0);
    release();
    await untilCell(page, 1, 1, 'sooner');
    await page.unroute('**/api/connections');
  });

  t.test('cell values are shown unchanged', async () => {
    await run(page, 'select * from orders order by id');
    await untilRun(page, '50,000 rows');
    await untilCell(page, 1, 2, 'customer 1');
    await untilCell(page, 1, 4, '<b>bold</b>');
    await untilCell(page, 3, 4, 'NULL');
    await untilCell(page, 1, 3, '2024-01-01 01:00:00Z');
  });

  t.test('the grid reaches every row by keyboard and scroll bar', async (t) => {
    const grid = page.getByRole('grid');
    await grid.click({ position: { x: 200, y: 60 } });
    await page.keyboard.press('Control+End');
    await cell(page, 50_000, 2).filter({ hasText: 'customer 50000' }).waitFor();
    await scrollTo(page, 0.5);
    await page.getByText('customer 25005', { exact: true }).waitFor();
    await scrollTo(page, 0);
    await cell(page, 1, 2).filter({ hasText: 'customer 1' }).waitFor();
    t.equal(await grid.getAttribute('aria-rowcount'), '50001');
  });

  t.test(
    'rows appear while the statement runs, and cancelling stops it in the database',
    async () => {
      await run(page, 'select n, pg_sleep(0.01) from generate_series(1, 100000) n');
      await page.getByText('rows so far').first().waitFor();
      await cell(page, 1, 1).filter({ hasText: '1' }).waitFor();
      await results.getByRole('button', { name: 'Cancel' }).click();
      await untilRun(page, 'Cancelled');
      await page.getByText('The database stopped the statement. It had no effect.').waitFor();
      await until(
        'the statement has stopped in the database',
        async () => (await workbench.service.target.running('select n, pg_sleep')) === 0,
      );
    },
  );

  t.test(
    'a cancelled statement differs from one that was not sent, and is not an error',
    async (t) => {
      await run(page, 'select pg_sleep(1000); select 2');
      await untilRun(page, 'Running statement 1');
      await results.getByRole('button', { name: 'Cancel' }).click();
      await untilRun(page, 'Cancelled');
      await page.getByRole('button', { name: '1. SELECT cancelled' }).waitFor();
      t.equal(await page.locator('.cm-lintRange-error').count(), 0);
      await page.getByRole('button', { name: '2. SELECT not run' }).click();
      await page.getByText('The run was cancelled before this statement was sent.').waitFor();
    },
  );

  t.test('a database error is shown and marked at its position', async (t) => {
    await run(page, 'select 1;\n\nselect id,\n  no_such_column\nfrom orders');
    await untilRun(page, 'Failed');
    await page.getByText('column "no_such_column" does not exist').first().waitFor();
    t.equal(await page.locator('.cm-lintRange-error').textContent(), 'no_such_column');
    // The position is in the editor; the database counts lines from the start of the statement.
    await page.getByRole('button', { name: 'Line 4, column 3' }).click();
    t.equal(await page.evaluate('String(getSelection())'), 'no_such_column');
    await page.keyboard.type('id');
    await page.keyboard.press('Control+Enter');
    await untilRun(page, 'Finished');
  });

  t.test('without text there is nothing to run', async (t) => {
    await clearEditor(page);
    const button = page.getByRole('button', { name: 'Run', exact: true });
    await until('the button is disabled', () => button.isDisabled());
    await page.keyboard.press('Control+Enter');
    await page.getByText('The text contains no statement', { exact: true }).waitFor();
    t.pass();
  });

  t.test('running only a comment hides the error of the last run', async () => {
    await run(page, 'select no_such_column');
    await untilRun(page, 'Failed');
    const message = page.getByText('column "no_such_column" does not exist');
    await message.first().waitFor();
    await run(page, '-- only a comment');
    await message.first().waitFor({ state: 'detached' });
  });

  t.test('each statement has its own result', async (t) => {
    await run(page, "select 'first' as a; select 'second' as b; create temporary table x (a int);");
    await untilRun(page, 'Finished');
    await cell(page, 1, 1).filter({ hasText: 'second' }).waitFor();
    await page.getByRole('button', { name: '1. SELECT 1' }).click();
    await cell(page, 1, 1).filter({ hasText: 'first' }).waitFor();
    t.ok(await page.getByRole('button', { name: /3\. CREATE/ }).isVisible());
  });

  t.test('the statement at the cursor or the selection runs alone', async (t) => {
    await paste(page, "select 'one' as a;\nselect 'two' as a");
    await untilRunEnded(page);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+Shift+Enter');
    await cell(page, 1, 1).filter({ hasText: 'one' }).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+Home');
    await untilRunEnded(page);
    await page.keyboard.press('Control+Enter');
    await cell(page, 1, 1).filter({ hasText: 'two' }).waitFor();
    t.pass();
  });

  t.test('a reloaded page restores its text and its run', async () => {
    await run(page, 'select pg_sleep(1000)');
    await untilRun(page, 'Running');
    await page.reload();
    await untilRun(page, 'Running');
    await page.locator('.cm-line').filter({ hasText: 'select pg_sleep(1000)' }).waitFor();
    await toolbar.getByRole('button', { name: 'Cancel' }).click();
    await untilRun(page, 'Cancelled');
  });

  t.test('a network failure is shown, the run continues, and its rows arrive', async (t) => {
    const { target } = workbench.service;
    await target.query('create table back ()');
    await target.query(
      `create function wait_until_back() returns text language plpgsql as
       $$ begin while not exists (select from back) loop perform pg_sleep(0.05); end loop; return 'here'; end $$`,
    );
    await run(page, 'select wait_until_back() as a');
    await untilRun(page, 'Running');
    await goOffline(page);
    await page.getByText('Service unreachable').waitFor();
    await target.query('insert into back default values');
    await page.context().setOffline(false);
    await cell(page, 1, 1).filter({ hasText: 'here' }).waitFor();
    t.equal(await page.getByText('Service unreachable').count(), 0);
  });

  t.test('tables are found, expanded and queried', async (t) => {
    await page.getByLabel('Search tables and columns').fill('placed');
    await page.getByRole('treeitem', { name: /orders/ }).click();
    await page.getByRole('treeitem', { name: /customer/ }).waitFor();
    await page.getByRole('treeitem', { name: /orders/ }).hover();
    await page.getByRole('button', { name: 'First rows of orders' }).click();
    await untilRun(page, '100 rows');
    t.match(await page.getByRole('textbox', { name: 'SQL' }).textContent(), /from public\.orders/);
  });

  t.test('the tree follows DDL, and shows keys, definition and profile', async (t) => {
    await run(
      page,
      `create table order_lines (id int primary key, order_id int references orders, amount int);
       insert into order_lines select n, n, n % 5 from generate_series(1, 50) n; analyze order_lines`,
    );
    const item = (name: RegExp) => page.getByRole('treeitem', { name });
    const act = async (row: RegExp, action: string): Promise<void> => {
      await item(row).first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    await page.getByLabel('Search tables and columns').fill('order_l');
    await item(/order_lines/).click();
    await item(/order_id → orders \(id\)/).waitFor();
    t.equal(await item(/≈ 50 rows/).count(), 1);
    t.equal(await item(/^id PK/).count(), 1);
    t.equal(await page.locator('.tree mark').first().textContent(), 'order_l');
    await act(/order_lines/, 'Show DDL');
    await page.getByText(/Built by Sluice from the catalog/).waitFor();
    const ddl = await page.getByLabel('DDL', { exact: true }).textContent();
    t.match(ddl, /^create table public\.order_lines \(/);
    await page.keyboard.press('Escape');
    await act(/^amount/, 'Column profile');
    await page.getByRole('row', { name: 'Distinct values 5' }).waitFor();
    await page.getByText('Of all 50 rows.').waitFor();
    await page.keyboard.press('Escape');
    await act(/order_lines/, 'Add to favourites');
    await page.getByLabel('Search tables and columns').fill('');
    await item(/^Favourites/).waitFor();
    t.equal(await item(/order_lines/).count(), 2);
  });

  t.test('production is labelled, and destructive statements ask first', async (t) => {
    const { admin, connectionId, target } = workbench.service;
    const label = { environment: 'production', environmentColor: 'red' };
    await admin.json('PUT', `/api/connections/${connectionId}`, label);
    await page.reload();
    await run(page, 'delete from order_lines');
    const dialog = page.getByRole('dialog', { name: 'Run on production?' });
    await dialog.getByText(/contains DELETE without WHERE/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    t.same(await target.query('select count(*)::int as n from order_lines'), [{ n: 50 }]);
    await run(page, "delete from order_lines where id = 1 returning 'gone' as result");
    await untilCell(page, 1, 1, 'gone');
    await untilRun(page, 'Finished');
    await run(page, 'delete from order_lines');
    await dialog.getByRole('button', { name: 'Run on production' }).click();
    await until('the rows are deleted', async () => {
      const [row] = await target.query<{ n: number }>('select count(*)::int as n from order_lines');
      return row?.n === 0;
    });
    for (const place of ['.bar .environment', '.tab .environment', '.results .environment']) {
      t.equal(await page.locator(place).first().textContent(), 'production', place);
    }
    await page.getByRole('button', { name: /^Runs/ }).click();
    await page.locator('.tray-row .environment').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('list', { name: 'Runs' }).getByText('production').first().waitFor();
  });

  t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
