import { until } from '@sluice/testkit';
import t, { type Test } from 'tap';
import type { Page } from 'playwright-core';
import {
  adminEmail,
  openWorkbench,
  run,
  signIn,
  paste,
  untilCell,
  type Workbench,
} from './support.js';

const shows = (page: Page, text: string): Promise<unknown> =>
  until(`the editor shows ${text}`, async () => {
    const shown = await page.getByRole('textbox', { name: 'SQL' }).textContent({ timeout: 5_000 });
    if (shown?.includes(text) !== true) throw new Error(`The editor shows ${shown}`);
    return true;
  });

t.test('what a browser stores', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const one = await workbench.signedIn(adminEmail);
  await t.test('sign-out clears the browser storage', (t) => signOutClears(t, workbench, one));
  await t.test('two windows of one browser with the same query', (t) =>
    twoWindows(t, workbench, one),
  );
  await t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});

async function signOutClears(t: Test, workbench: Workbench, page: Page): Promise<void> {
  const signOut = async () => {
    await page.getByRole('button', { name: `Account ${adminEmail}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  const stored = () =>
    page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  await run(page, "select 'canary' || '-value' as canary_column");
  await untilCell(page, 1, 1, 'canary-value');
  await until('the text is stored', async () => (await stored()).includes('canary_column'));
  t.notMatch(
    await stored(),
    /canary-value|sluice\.sid|password/,
    'no row and no credential is stored',
  );

  for (const name of ['Queries', 'History', 'Admin']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  }
  await page.getByRole('button', { name: `Account ${adminEmail}` }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByRole('table', { name: 'Sessions' }).waitFor();
  await page.getByRole('link', { name: 'Editor' }).click();
  await page.route('**/api/drafts**', (route) => route.abort());
  await paste(page, "select 'canary' || '-value' as canary_column_2");
  const question = page.getByRole('dialog', { name: 'Sign out?' });
  await signOut();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await shows(page, 'canary_column_2');
  t.match(
    await stored(),
    /canary_column_2/,
    'text that is not on the server requires confirmation',
  );

  await page.unroute('**/api/drafts**');
  await signOut();
  await page.getByRole('heading', { name: 'Sign in to Sluice' }).waitFor();
  t.notMatch(await stored(), /canary|"sluice:(?!look:)/);
  await page.goBack();
  await page.getByRole('heading', { name: 'Sign in to Sluice' }).waitFor();
  t.notMatch(await page.content(), /canary/, 'going back does not show it');
  await workbench.service.addEditor('next@example.com');
  await signIn(page, 'next@example.com');
  await page.waitForLoadState('networkidle');
  t.notMatch(await page.content(), /canary/, 'the next user starts empty');
  await page.getByRole('button', { name: 'Account next@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Sluice' }).waitFor();
  await signIn(page, adminEmail);
  await shows(page, 'canary_column_2');
}

async function twoWindows(t: Test, workbench: Workbench, one: Page): Promise<void> {
  const { admin, baseUrl, connectionId } = workbench.service;
  const { id } = await admin.json<{ id: string }>('POST', '/api/queries', {
    name: 'Shared',
    queryText: 'select 0 as saved',
    connectionId,
  });
  const path = `/queries/${id}`;
  await one.goto(baseUrl + path);
  await shows(one, 'select 0 as saved');
  const two = await one.context().newPage();
  await two.goto(baseUrl + path);
  await shows(two, 'select 0 as saved');

  await t.test('the second save reports a conflict and overwrites nothing', async (t) => {
    await paste(one, 'select 1 as first');
    await paste(two, 'select 2 as second');
    await one.keyboard.press('Control+S');
    await one.getByText('Saved', { exact: true }).waitFor();
    await two.keyboard.press('Control+S');
    const dialog = two.getByRole('dialog', { name: /has changed/ });
    await dialog.getByRole('region', { name: 'Differences' }).waitFor();
    t.match(await dialog.textContent(), /select 1 as first.*select 2 as second/s);
    await dialog.getByRole('button', { name: 'Continue editing' }).click();
    t.match(await admin.json('GET', `/api${path}`), { queryText: 'select 1 as first' });
  });

  await t.test('each window restores its own text after a reload', async (t) => {
    await one.reload();
    await shows(one, 'select 1 as first');
    await two.reload();
    await shows(two, 'select 2 as second');
    await two.getByRole('dialog', { name: /has changed/ }).waitFor();
    t.equal(await one.getByRole('dialog').count(), 0);
  });

  await t.test('a new window restores the text of closed windows', async () => {
    await paste(one, 'select 3 as first_again');
    await two.close();
    await one.close();
    const next = await one.context().newPage();
    // The conflict dialog of the second text may appear at any time.
    await next.addLocatorHandler(next.getByRole('dialog', { name: /has changed/ }), () =>
      next.keyboard.press('Escape'),
    );
    await next.goto(baseUrl);
    const tabs = next.getByRole('navigation', { name: 'Open queries' });
    await tabs
      .getByRole('button', { name: /^Shared/ })
      .nth(1)
      .waitFor();
    const texts = [];
    for (const tab of await tabs.getByRole('button', { name: /^Shared/ }).all()) {
      await tab.click();
      texts.push(await next.getByRole('textbox', { name: 'SQL' }).textContent());
    }
    t.ok(texts.includes('select 3 as first_again'), texts.join());
    t.ok(texts.includes('select 2 as second'), texts.join());
  });
}
