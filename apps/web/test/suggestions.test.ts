import { until } from '@sluice/testkit';
import t from 'tap';
import { adminEmail, editorText, openWorkbench, paste, run, type, untilRun } from './support.js';
import { postgresTables } from './typing-texts.js';

t.test('completion in the editor', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  await workbench.service.target.query(postgresTables);
  await workbench.service.target.query(`
    create table people (pid int primary key);
    create table deals (number int, buyer int references people)`);
  const page = await workbench.signedIn(adminEmail);
  const list = page.locator('.cm-tooltip-autocomplete');
  const options = list.getByRole('option');
  await page.getByRole('treeitem', { name: /sessions/ }).waitFor();

  /** Waits until the list takes keys: CodeMirror ignores them during its first 75 ms. */
  const untilListTakesKeys = async (): Promise<void> => {
    await list.waitFor();
    await page.waitForFunction(`new Promise((resolve) => setTimeout(() => resolve(true), 100))`);
  };
  /** Writes a text and types its last key, which opens the completion list. */
  const open = async (text: string): Promise<void> => {
    await paste(page, text.slice(0, -1));
    await page.keyboard.type(text.slice(-1));
    await untilListTakesKeys();
  };

  t.test('Enter, Space and punctuation insert themselves while the list is open', async (t) => {
    for (const [key, text] of [
      ['Enter', '\n'],
      ['Space', ' '],
      [',', ','],
      [')', ')'],
      [';', ';'],
    ] as const) {
      await open('select * from cust');
      await page.keyboard.press(key);
      t.equal(await editorText(page), `select * from cust${text}`, key);
    }
  });

  t.test('Tab, a click, and Enter after an arrow key accept', async (t) => {
    await open('select na');
    await page.keyboard.press('Escape');
    await open('select * from cust');
    await page.keyboard.press('Tab');
    t.equal(await editorText(page), 'select * from customers');
    await open('select * from cust');
    await options.filter({ hasText: 'customers' }).click();
    t.equal(await editorText(page), 'select * from customers');
    await open('select * from par');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    t.equal(await editorText(page), 'select * from stock.parts');
    await list.waitFor({ state: 'detached' });
    // Typing clears the selection.
    await open('select * from or');
    await page.keyboard.press('ArrowDown');
    await list.locator('[aria-selected=true]').waitFor();
    await page.keyboard.type('de');
    await page.keyboard.press('Enter');
    t.equal(await editorText(page), 'select * from orde\n');
  });

  t.test('columns of the tables in the query are offered', async (t) => {
    await type(page, 'select  from customers');
    for (let step = 0; step < ' from customers'.length; step++)
      await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('ci');
    await list.waitFor();
    t.equal(await options.first().locator('.cm-completionLabel').textContent(), 'city');
    await page.keyboard.press('Escape');
  });

  t.test('a join is completed by the foreign keys of the database', async (t) => {
    await type(page, 'select * from deals d join ');
    await page.keyboard.press('Escape');
    const first = options.first();
    // The foreign keys are read when the statement has a join.
    await until('the referenced table is first', async () => {
      await page.keyboard.press('Control+Space');
      await list.waitFor();
      const text = await first.textContent();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      return text?.includes('referenced by d') ?? false;
    });
    await open('select * from deals d join peo');
    await page.keyboard.press('Tab');
    await page.keyboard.type(' p on p');
    await untilListTakesKeys();
    t.equal(await first.locator('.cm-completionLabel').textContent(), 'p.pid = d.buyer');
    await page.keyboard.press('Tab');
    t.equal(await editorText(page), 'select * from deals d join people p on p.pid = d.buyer');
  });

  t.test('an Esc that closes something does not count for cancelling', async (t) => {
    await run(page, 'select pg_sleep(1000)');
    await untilRun(page, 'Running');
    // Esc closes the completion list; one more Esc must not cancel.
    await page.keyboard.press('Control+End');
    await page.keyboard.type(';\nselec');
    await list.waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    // A dialog.
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    t.equal(
      await page
        .getByRole('status')
        .filter({ hasText: /Cancelled|Cancelling/ })
        .count(),
      0,
    );
    const [batch] = await workbench.service.admin.json<{ status: string; cancel: unknown }[]>(
      'GET',
      '/api/batches?limit=1',
    );
    t.match(batch, { status: 'started', cancel: null });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await untilRun(page, 'Cancelled');
  });

  t.test('a table outside the default schema is inserted qualified', async (t) => {
    const { target } = workbench.service;
    await target.query(
      'create table stock."Big Parts" (id int); create table public."order" (id int)',
    );
    await page.getByRole('button', { name: 'Refresh schema' }).click();
    const field = page.getByLabel('Search tables and columns');
    await field.fill('Big Parts');
    await page
      .getByRole('treeitem', { name: /^Big Parts/ })
      .first()
      .waitFor();
    // A row that moves while it is clicked would be another table, so each search begins with the whole tree.
    const unrelated = page.getByRole('treeitem', { name: /^sessions/ });
    for (const [search, inserted] of [
      ['stock.parts', 'stock.parts'],
      ['Big Parts', 'stock."Big Parts"'],
      ['customers', 'customers'],
    ] as const) {
      await type(page, '-');
      await field.fill('');
      await unrelated.waitFor();
      await field.fill(search);
      await unrelated.waitFor({ state: 'detached' });
      // The search for "stock.parts" also finds "Big Parts".
      const name = new RegExp(`^${search.replace('stock.', '')}`);
      await page.getByRole('treeitem', { name }).first().dblclick();
      await until('a name is inserted', async () => (await editorText(page)) !== '-');
      t.equal(await editorText(page), `-${inserted}`);
    }
    await field.fill('');
  });

  t.test('Tab accepts from a list that is updated for the last key', async (t) => {
    const { target } = workbench.service;
    await target.query(`do $$ begin for n in 0..599 loop
      execute format('create table public.log_%s (id int)', lpad(n::text, 3, '0'));
    end loop; end $$`);
    await page.getByRole('button', { name: 'Refresh schema' }).click();
    await page.getByRole('treeitem', { name: /^log_/ }).first().waitFor();
    // More tables match than the worker sends, so each key asks it again.
    await open('select * from log');
    await page.keyboard.type('_39');
    await page.keyboard.press('Tab');
    await until('a table is inserted', async () => /log_39\d/.test(await editorText(page)));
    t.equal(await editorText(page), 'select * from log_390');
  });

  t.test('editor and results stay usable at 200 % zoom and on a phone', async (t) => {
    await run(page, 'select * from generate_series(1, 500) n');
    await untilRun(page, '500 rows');
    for (const size of [
      { width: 640, height: 360 },
      { width: 390, height: 844 },
      { width: 1280, height: 720 },
    ]) {
      await page.setViewportSize(size);
      const name = `${size.width} × ${size.height}`;
      const grid = page.getByRole('grid');
      await grid.scrollIntoViewIfNeeded();
      const heightOf = async (selector: string): Promise<number> =>
        (await page.locator(selector).boundingBox())?.height ?? 0;
      t.ok((await heightOf('.editor')) >= 80, `${name}: editor height`);
      t.ok((await heightOf('[aria-label=Results]')) >= 220, `${name}: results height`);
      t.ok(
        (await heightOf('[role=grid]')) >= 80,
        `${name}: grid height ${await heightOf('[role=grid]')}`,
      );
      const shown = await grid.boundingBox();
      t.ok(shown !== null && shown.y + 60 < size.height, `${name}: the grid is visible`);
    }
  });

  t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
