import { until } from '@sluice/testkit';
import type { Locator, Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, openWorkbench, password, untilRun } from './support.js';

const maxSteps = 60;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  const focused = wanted.and(page.locator(':focus'));
  for (let step = 0; step < maxSteps; step++) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${wanted.toString()}`);
}

/** Moves the focus to an element and presses Enter. */
async function enter(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

/** Leaves the editor with Esc and Tab; Tab alone indents. */
async function leaveEditor(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.locator('.cm-editor:not(.cm-focused)').waitFor();
}

const focusedText = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { activeElement: element } = document;
    const id = element.getAttribute('aria-activedescendant');
    return (id === null ? element : document.getElementById(id)).textContent;
  })()`);

t.test('the web UI works without a mouse', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  await workbench.service.target.query('create table orders (id int, customer text)');
  const page = await workbench.open('/');
  const editor = page.getByRole('textbox', { name: 'SQL' });
  const lines = page.locator('.cm-line');

  await t.test('after sign-in the editor has the focus', async () => {
    const email = page.getByLabel('E-mail');
    await tabTo(page, email);
    await page.keyboard.type(adminEmail);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await editor.and(page.locator(':focus')).waitFor();
  });

  await t.test('a query runs, and the arrow keys move through its cells', async (t) => {
    await page.keyboard.type("select n as id, 'row ' || n as name\nfrom generate_series(1, 500) n");
    await page.keyboard.press('Control+Enter');
    await untilRun(page, '500 rows');
    await leaveEditor(page);
    await tabTo(page, page.getByRole('grid'));
    await page.keyboard.press('ArrowRight');
    t.equal(await focusedText(page), 'row 1');
    await page.keyboard.press('Control+End');
    await until('the last row is focused', async () => (await focusedText(page)) === 'row 500');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'name' });
    await drawer.getByText('row 500').waitFor();
    // A closed drawer must not take keys.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    const saving = page.getByRole('dialog', { name: 'Save query' });
    await saving.waitFor();
    t.equal(await drawer.count(), 0);
    await page.keyboard.press('Escape');
    await saving.waitFor({ state: 'detached' });
  });

  await t.test('Alt+T opens a tab, and Esc twice cancels its run', async (t) => {
    await page.keyboard.press('Alt+T');
    const tabs = page.getByRole('navigation', { name: 'Open queries' });
    await tabs
      .getByRole('button', { name: /^Close/ })
      .nth(1)
      .waitFor();
    await editor.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('select pg_sleep(1000)');
    await page.keyboard.press('Control+Enter');
    await untilRun(page, 'Running');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await untilRun(page, 'Cancelled');
    t.equal(await editor.textContent(), 'select pg_sleep(1000)');
  });

  await t.test('tables are found, expanded and queried', async () => {
    await leaveEditor(page);
    await tabTo(page, page.getByLabel('Search tables and columns'));
    await page.keyboard.type('orders');
    await tabTo(page, page.getByRole('tree'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { name: /customer/ }).waitFor();
    await page.keyboard.press('Shift+Enter');
    await lines.filter({ hasText: 'from public.orders' }).waitFor();
    await untilRun(page, '0 rows');
  });

  await t.test('a query is saved and opened from the list', async () => {
    await page.keyboard.press('Control+S');
    const dialog = page.getByRole('dialog');
    await tabTo(page, dialog.getByLabel('Name'));
    await page.keyboard.type('All orders');
    await enter(page, dialog.getByRole('button', { name: 'Save' }));
    await page.waitForURL(/\/queries\/[0-9a-f-]{36}$/);
    await enter(page, page.getByRole('link', { name: 'Queries', exact: true }));
    await enter(page, page.getByRole('link', { name: 'All orders' }));
    await lines.filter({ hasText: 'from public.orders' }).waitFor();
  });

  await t.test('a run is opened from the history', async () => {
    await leaveEditor(page);
    await enter(page, page.getByRole('link', { name: 'History' }));
    await enter(page, page.getByRole('link', { name: /generate_series\(1, 500\)/ }).first());
    await page.waitForURL(/\/batches\//);
    await untilRun(page, '500 rows');
  });

  await t.test('the shortcuts are listed', async (t) => {
    await enter(page, page.getByRole('button', { name: 'Open in editor' }));
    await editor.and(page.locator(':focus')).waitFor();
    await leaveEditor(page);
    await tabTo(page, page.getByRole('grid'));
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    t.match(await help.textContent(), /New tabAlt T/);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  await t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
