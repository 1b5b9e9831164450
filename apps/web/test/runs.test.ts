import { until } from '@sluice/testkit';
import type { Batch } from '@sluice/contracts';
import type { Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, openWorkbench, run, type, untilCell, untilRun } from './support.js';

/** Records notifications in place of Chromium, which refuses them without a window. */
const recordNotifications = `(() => {
  window.shown = [];
  window.permission = 'default';
  window.answer = 'granted';
  window.Notification = class extends EventTarget {
    static get permission() { return window.permission; }
    static async requestPermission() { return (window.permission = window.answer); }
    constructor(title, options) {
      super();
      window.shown.push(title + ' | ' + options.body);
    }
  };
})();`;

/** Says whether the page has the focus, as if the user changed to another window. */
const setFocus = (page: Page, isFocused: boolean): Promise<unknown> =>
  page.evaluate(
    `document.hasFocus = () => ${isFocused}; if (${isFocused}) window.dispatchEvent(new Event('focus'));`,
  );

t.test('the list of runs', async (t) => {
  const workbench = await openWorkbench({ SERVICE_MAX_RUNNING_PER_USER: '1' });
  t.teardown(() => workbench.close());
  const { admin, connectionId, baseUrl } = workbench.service;
  const page = await workbench.signedIn(adminEmail);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(recordNotifications);
  await page.evaluate(recordNotifications);
  const tray = page.getByRole('dialog', { name: /^Runs/ });
  const rowOf = (text: string) => tray.getByRole('listitem').filter({ hasText: text });
  const cancel = (id: string) => admin.json<Batch>('PUT', `/api/batches/${id}/cancel`);
  const newest = async () => {
    const [batch] = await admin.json<Batch[]>('GET', '/api/batches?limit=1');
    return batch?.id ?? '';
  };

  t.test('lists the live runs of every tab and client with their progress', async (t) => {
    await page.getByRole('button', { name: 'Runs', exact: true }).waitFor();
    await run(page, 'select pg_sleep(1000); select 2');
    await page.getByRole('button', { name: 'Runs, 1 live' }).waitFor();
    await until('the title counts the run', async () => (await page.title()).startsWith('(1) '));
    await admin.json('POST', '/api/batches', {
      connectionId,
      batchText: "select 'again' as word",
      name: 'From another client',
    });
    await page.keyboard.press('Alt+R');
    await rowOf('From another client')
      .getByText('Queued, 1st in line: user limit reached')
      .waitFor();
    await rowOf('select pg_sleep(1000); select 2').getByText('Running statement 1 of 2').waitFor();
    t.equal(await tray.getByRole('listitem').count(), 2);
  });

  t.test('Esc closes the list and does not cancel the run', async (t) => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await tray.waitFor({ state: 'detached' });
    t.match(await page.evaluate('document.activeElement.className'), /cm-content/);
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('runs');
    await page.getByRole('option', { name: 'Runs' }).click();
    await rowOf('select pg_sleep(1000); select 2').getByText('Running statement 1 of 2').waitFor();
  });

  t.test('cancels a queued run, lists it as ended, and runs it again in a tab', async () => {
    await rowOf('From another client').getByRole('button', { name: 'Cancel' }).click();
    await rowOf('From another client').getByText('Cancelled').waitFor();
    await rowOf('select pg_sleep(1000); select 2').getByRole('button', { name: 'Cancel' }).click();
    await rowOf('select pg_sleep(1000); select 2').getByText('Cancelled').waitFor();
    await rowOf('From another client').getByRole('button', { name: 'Run again' }).click();
    await tray.waitFor({ state: 'detached' });
    await untilCell(page, 1, 1, 'again');
  });

  t.test('a link of the list opens the results of a run', async (t) => {
    await page.keyboard.press('Alt+R');
    const link = rowOf('From another client').filter({ hasText: 'Finished' });
    await link.getByRole('button', { name: 'Copy link to results' }).click();
    await page.getByText('Link copied').waitFor();
    const address = await page.evaluate<string>('navigator.clipboard.readText()');
    t.equal(address, `${baseUrl}/batches/${await newest()}`);
    await link.getByRole('link', { name: 'From another client' }).click();
    await page.waitForURL(address);
    await untilCell(page, 1, 1, 'again');
    t.equal(await tray.count(), 0);
  });

  t.test('“Notify me” survives a reload and notifies when the page is not in view', async (t) => {
    await page.getByRole('link', { name: 'Editor' }).click();
    await run(page, 'select pg_sleep(1001)');
    await untilRun(page, 'Running');
    const toggle = page
      .getByRole('region', { name: 'Results' })
      .getByRole('button', { name: 'Notify me', pressed: true });
    await page.getByRole('button', { name: 'Notify me' }).click();
    await toggle.waitFor();
    await page.reload();
    await toggle.waitFor();
    await setFocus(page, false);
    await cancel(await newest());
    await until('the notification is shown', async () => {
      const [shown] = await page.evaluate<string[]>('window.shown');
      return shown?.startsWith('Cancelled: From another client | ') === true;
    });
    await until('the title says it', async () => (await page.title()).startsWith('Cancelled: '));
    await setFocus(page, true);
    await until('seen', async () => !(await page.title()).startsWith('Cancelled: '));
    t.equal(await page.evaluate('Object.keys(localStorage).join().includes("notify:")'), false);
  });

  t.test('a run that ends in view shows no notification', async (t) => {
    await run(page, 'select pg_sleep(1002)');
    await untilRun(page, 'Running');
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByRole('button', { name: 'Notify me', pressed: true }).waitFor();
    await cancel(await newest());
    await untilRun(page, 'Cancelled');
    // The run that ended out of view.
    await page.getByRole('button', { name: 'Runs, 1 ended', exact: true }).waitFor();
    t.same(await page.evaluate('window.shown.length'), 1);
  });

  t.test('a refused permission is explained', async () => {
    await page.evaluate(`window.permission = 'default'; window.answer = 'denied'`);
    await run(page, 'select pg_sleep(1003)');
    await untilRun(page, 'Running');
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByText('Notifications are blocked').waitFor();
    await page.getByRole('button', { name: 'Notify me', pressed: false }).waitFor();
    await cancel(await newest());
    await untilRun(page, 'Cancelled');
  });

  t.test('pinned results stay beside those of the next run, also after a reload', async (t) => {
    const pins = page.getByRole('group', { name: 'Pinned results' });
    const pin = pins.getByRole('button', { name: 'Before', exact: true });
    const outdated = page.getByText('Outdated', { exact: true });
    await page.keyboard.press('Alt+T');
    await run(page, "select 'first' as word");
    await untilCell(page, 1, 1, 'first');
    await page.getByRole('button', { name: 'Pin results' }).click();
    await run(page, "select 'second' as word");
    await untilCell(page, 1, 1, 'second');
    t.equal(await outdated.count(), 0);
    await pins.getByRole('button').nth(1).click();
    await untilCell(page, 1, 1, 'first');
    await outdated.waitFor();
    await pins.getByRole('button', { name: /^Rename/ }).click();
    await page.getByRole('textbox', { name: 'Name of the pinned results' }).fill('Before');
    await page.keyboard.press('Enter');
    await pin.waitFor();
    await page.reload();
    await pin.click();
    await untilCell(page, 1, 1, 'first');
    await pins.getByRole('button', { name: 'Current' }).click();
    await untilCell(page, 1, 1, 'second');
    await outdated.waitFor({ state: 'detached' });
    await type(page, 'select 3');
    await outdated.waitFor();
    await pin.click();
    await pins.getByRole('button', { name: 'Unpin Before' }).click();
    await pins.waitFor({ state: 'detached' });
    await untilCell(page, 1, 1, 'second');
  });

  t.test('two results are compared by a key', async (t) => {
    const rowsOf = (last: number, value: string) =>
      `select n as id, ${value} as total from generate_series(1, ${last}) n`;
    await page.keyboard.press('Alt+T');
    await run(page, rowsOf(3, '2 * n'));
    await untilRun(page, '3 rows');
    await page.getByRole('button', { name: 'Pin results' }).click();
    await run(page, rowsOf(4, 'case n when 2 then 0 else 2 * n end'));
    await untilRun(page, '4 rows');
    const pins = page.getByRole('group', { name: 'Pinned results' });
    await pins.getByRole('button').nth(1).click();
    await pins.getByRole('link', { name: 'Compare with current' }).click();
    const table = page.getByRole('region', { name: 'Differences' });
    await table.getByRole('row', { name: 'Added 4 8' }).waitFor();
    await table.getByRole('row', { name: 'Changed 2 4 0' }).waitFor();
    await page.getByText('2 rows unchanged').waitFor();
    t.equal(await table.getByRole('row').count(), 3);
    await page.getByText('Added 1', { exact: true }).click();
    await table.getByRole('row', { name: /^Changed/ }).waitFor({ state: 'detached' });
    t.equal(await table.getByRole('row').count(), 2);
  });

  t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
