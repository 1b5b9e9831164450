import { until } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, editorText, openWorkbench, type } from './support.js';

const strip = (page: Page) => page.getByRole('navigation', { name: 'Open queries' });
const titles = async (page: Page): Promise<string[]> =>
  (await strip(page).locator('.tab-title .ellipsis').allTextContents()).map((text) => text.trim());
const untilTitles = (page: Page, expected: string[]) =>
  until(
    `the tabs are ${expected.join(', ')}`,
    async () => JSON.stringify(await titles(page)) === JSON.stringify(expected),
  );

t.test('tabs are renamed, pinned, moved, closed and opened again', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const page = await workbench.signedIn(adminEmail);
  const menu = async (title: string, item: string): Promise<void> => {
    await strip(page).getByRole('button', { name: title, exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: item }).click();
  };
  const rename = async (title: string, name: string): Promise<void> => {
    await menu(title, 'Rename');
    await page.getByRole('textbox', { name: 'Name of the tab' }).fill(name);
    await page.keyboard.press('Enter');
  };

  await type(page, 'select 1');
  await untilTitles(page, ['select 1']);
  // An unchanged name still follows the text.
  await rename('select 1 •', 'select 1');
  await type(page, 'select 2');
  await untilTitles(page, ['select 2']);
  await type(page, 'select 1');
  await untilTitles(page, ['select 1']);
  await rename('select 1 •', 'first');
  await untilTitles(page, ['first']);
  for (const name of ['second', 'third']) {
    await page.keyboard.press('Alt+T');
    await type(page, `select '${name}'`);
    await rename(`select '${name}' •`, name);
  }
  await untilTitles(page, ['first', 'second', 'third']);

  // Esc keeps the name.
  await strip(page).getByRole('button', { name: 'third •' }).dblclick();
  await page.keyboard.type('other');
  await page.keyboard.press('Escape');
  await untilTitles(page, ['first', 'second', 'third']);

  await page.keyboard.press('Alt+PageDown');
  await until('the first tab is active', async () => (await editorText(page)) === 'select 1');
  await page.keyboard.press('Alt+PageUp');
  await until('the last tab is active', async () => (await editorText(page)) === "select 'third'");

  await strip(page).getByText('third').dragTo(strip(page).getByText('first'));
  await untilTitles(page, ['third', 'first', 'second']);
  await menu('second •', 'Pin');
  await untilTitles(page, ['second', 'third', 'first']);
  t.equal(await strip(page).getByRole('button', { name: 'Close second' }).count(), 0);
  await strip(page).getByText('first').dragTo(strip(page).getByText('second'));
  await untilTitles(page, ['second', 'first', 'third']);

  // A reload keeps names, order and pins.
  await page.reload();
  await untilTitles(page, ['second', 'first', 'third']);
  await strip(page).getByRole('img', { name: 'Pinned' }).waitFor();

  await menu('first •', 'Close others');
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await untilTitles(page, ['second', 'first']);
  await page.keyboard.press('Shift+Alt+T');
  await untilTitles(page, ['second', 'first', 'third']);
  t.equal(await editorText(page), "select 'third'");
  await page.keyboard.press('Shift+Alt+T');
  await untilTitles(page, ['second', 'first', 'third']);

  t.equal(await page.getByRole('button', { name: 'All tabs' }).count(), 0);
  for (let count = 0; count < 3; count++) await page.keyboard.press('Alt+T');
  await page.getByRole('button', { name: 'All tabs' }).click();
  await page.getByRole('menuitem', { name: 'first' }).click();
  await until('the chosen tab is active', async () => (await editorText(page)) === 'select 1');
  t.same(workbench.problems, []);
});
