import { until } from '@sluice/testkit';
import t from 'tap';
import {
  adminEmail,
  editorText,
  openWorkbench,
  paste,
  type,
  untilCell,
  untilRun,
} from './support.js';

t.test('commands for names, statements and cursors of the editor', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  await workbench.service.target.query(
    `create table orders (id int, amount numeric);
     comment on table orders is 'Purchases';
     comment on column orders.amount is 'In euros';
     create schema stock create table parts (id int, weight int);
     insert into orders values (1, 10)`,
  );
  const page = await workbench.signedIn(adminEmail);
  await page.getByRole('treeitem', { name: /^orders/ }).waitFor();
  const focusedRow = page.locator('[role=treeitem][aria-selected=true]');

  /** Moves the pointer to the last place of a text in the editor, or clicks it with Ctrl. */
  const over = async (text: string, action: 'hover' | 'click' = 'hover'): Promise<void> => {
    const box = await page.evaluate<{ x: number; y: number }>(
      `(() => {
        const walker = document.createTreeWalker(document.querySelector('.cm-content'), NodeFilter.SHOW_TEXT);
        const all = [];
        while (walker.nextNode()) all.push(walker.currentNode);
        const node = all.findLast(({ data }) => data.includes(${JSON.stringify(text)}));
        const range = document.createRange();
        const at = node.data.lastIndexOf(${JSON.stringify(text)});
        range.setStart(node, at);
        range.setEnd(node, at + ${text.length});
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      })()`,
    );
    if (action === 'hover') await page.mouse.move(box.x, box.y);
    else {
      await page.keyboard.down('Control');
      await page.mouse.click(box.x, box.y);
      await page.keyboard.up('Control');
    }
  };

  t.test('a card says what the table, column or function under the pointer is', async (t) => {
    await paste(page, 'select count(*), o.amount\nfrom orders o');
    const card = page.locator('.name-card');
    for (const [name, title, text] of [
      ['orders', 'public.orders', 'Purchases'],
      ['amount', 'amount', 'In euros'],
      ['count', 'count(', 'Example'],
    ] as const) {
      await over(name);
      await card.locator('b').filter({ hasText: title }).waitFor();
      t.ok((await card.textContent())?.includes(text), `${name}: ${await card.textContent()}`);
      await page.mouse.move(2, 2);
      await card.waitFor({ state: 'detached' });
    }
    await over('orders');
    await card.waitFor();
    await page.keyboard.type(' ');
    await card.waitFor({ state: 'detached' });
  });

  t.test(
    'F12 and Ctrl+click show a table or column in the schema, and F12 finds an alias',
    async (t) => {
      await paste(page, 'select w.weight from stock.parts w');
      await page.getByPlaceholder('Search tables and columns').fill('orders');
      await over('weight', 'click');
      await focusedRow.filter({ hasText: 'weight' }).waitFor();
      t.equal(await page.getByPlaceholder('Search tables and columns').inputValue(), '');
      await over('parts', 'click');
      await focusedRow.filter({ hasText: 'parts' }).waitFor();
      await page.getByRole('textbox', { name: 'SQL' }).focus();
      await page.keyboard.press('Control+Home');
      for (let step = 0; step < 'select w'.length; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('F12');
      await until(
        'the alias is selected',
        async () => (await page.evaluate<string>('getSelection().toString()')) === 'w',
      );
      await page.keyboard.type('x');
      t.equal(await editorText(page), 'select w.weight from stock.parts x');
    },
  );

  t.test('F12 says that a narrow window hides the schema', async () => {
    const size = page.viewportSize() ?? { width: 1360, height: 860 };
    await page.setViewportSize({ width: 640, height: 360 });
    await paste(page, 'select * from orders');
    await page.keyboard.press('F12');
    await page.getByText('Make the window wider to see the schema.').waitFor();
    await page.setViewportSize(size);
  });

  t.test('F2 renames an alias at all its uses', async (t) => {
    await paste(page, 'select o.id, o.amount from orders o where o.id = 1');
    await page.keyboard.press('Control+Home');
    for (let step = 0; step < 'select o'.length; step++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('F2');
    await page.locator('.cm-cursor-secondary').first().waitFor();
    await page.keyboard.type('ord');
    t.equal(await editorText(page), 'select ord.id, ord.amount from orders ord where ord.id = 1');
    await page.keyboard.press('Escape');
    await page.locator('.cm-cursor-secondary').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    t.equal(await editorText(page), 'select o.id, o.amount from orders o where o.id = 1');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F2');
    await page.getByText('Only aliases and common table expressions can be renamed.').waitFor();
    // Uses beyond the analysed part would keep the old name.
    await paste(page, `select o.id /* ${'x'.repeat(30_000)} */ from orders o where o.id = 1`);
    await page.keyboard.press('F2');
    await page.getByText('The statement is too long to rename an alias in it.').waitFor();
  });

  t.test('Ctrl+D selects the next occurrence and types at both', async (t) => {
    await paste(page, 'select amount, amount');
    await page.keyboard.press('Control+d');
    await page.keyboard.press('Control+d');
    await page.locator('.cm-cursor-secondary').first().waitFor();
    await page.keyboard.type('total');
    t.equal(await editorText(page), 'select total, total');
    await page.keyboard.press('Escape');
  });

  t.test('a snippet is filled field by field', async (t) => {
    await type(page, 'dele');
    await page.getByRole('option', { name: 'delete from … where …' }).click();
    await page.keyboard.type('orders');
    // Tab would accept the first completion of an open list.
    await page.locator('.cm-tooltip-autocomplete').waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await page.keyboard.type('id = 2');
    t.equal(await editorText(page), 'delete from orders\nwhere id = 2');
  });

  t.test('the mark in the gutter runs the statement at the cursor', async () => {
    await paste(page, 'select 11 as a;\n\nselect 22 as b;');
    const mark = page.locator('.run-mark');
    const untilAt = (line: number) =>
      until(`the mark is at line ${line}`, async () => {
        const [marked, text] = [mark, page.locator('.cm-line').nth(line - 1)];
        const [top, lineTop] = [(await marked.boundingBox())?.y, (await text.boundingBox())?.y];
        return top !== undefined && lineTop !== undefined && Math.abs(top - lineTop) < 10;
      });
    await untilAt(3);
    await page.keyboard.press('Control+Home');
    await untilAt(1);
    await mark.click();
    await untilRun(page, 'Finished');
    await untilCell(page, 1, 1, '11');
    await page.keyboard.press('Control+End');
    await untilAt(3);
    await mark.click();
    await untilCell(page, 1, 1, '22');
  });

  t.test('a subquery folds and unfolds', async (t) => {
    await type(page, 'select *\nfrom (\n  select 1\n) x');
    const folds = page.locator('.cm-foldGutter span[title="Fold line"]');
    await until('the statement and the subquery fold', async () => (await folds.count()) === 2);
    await folds.last().click();
    await until('the subquery is folded', async () =>
      (await editorText(page)).includes('from (…) x'),
    );
    // People hold the button for longer than the editor takes to draw.
    await page.locator('.cm-foldPlaceholder').click({ delay: 200 });
    t.equal(await editorText(page), 'select *\nfrom (\n  select 1\n) x');
  });

  t.same(workbench.problems, [], 'no script error or policy violation');
});
