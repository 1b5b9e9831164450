import type { Connection } from '@sluice/contracts';
import { targetConnection, until } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import t from 'tap';
import {
  clearStorage,
  draftTexts,
  editor,
  openEmptyBrowser,
  startAgain,
  startTyping,
  tabTitles,
  untilDraft,
  untilText,
} from './drafts-support.js';
import { adminEmail, clearEditor, openWorkbench, paste, signIn, type } from './support.js';

t.test('drafts on the server', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const { service } = workbench;
  const page = await workbench.signedIn(adminEmail);

  await t.test('another browser opens the drafts', async (t) => {
    await paste(page, 'select 1 as alpha');
    await untilDraft(service, 'select 1 as alpha');
    const other = await openEmptyBrowser(workbench, page);
    await untilText(other, 'select 1 as alpha');
    t.same(await tabTitles(other), ['select 1 as alpha •']);
    await other.context().close();
  });

  let late: Page | undefined;
  /** Opens a browser with nothing stored whose list of drafts arrives after `release`. */
  const openWithLateDrafts = async () => {
    late ??= await openEmptyBrowser(workbench, page);
    await clearStorage(late, service);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await late.route(
      '**/api/drafts',
      async (route) => {
        await released;
        await route.continue();
      },
      { times: 1 },
    );
    await late.goto(service.baseUrl);
    return { late, release };
  };

  await t.test(
    'drafts that arrive late open behind a tab that the user has begun to use',
    async (t) => {
      const { late, release } = await openWithLateDrafts();
      await editor(late).click();
      release();
      await until('the draft is open', async () => (await tabTitles(late)).length === 2);
      t.same(await tabTitles(late), ['New query', 'select 1 as alpha •']);
      await untilText(late, '');
    },
  );

  await t.test('drafts that arrive late open behind a tab that the user types in', async (t) => {
    const { late, release } = await openWithLateDrafts();
    await type(late, 'select 2 as typed_first');
    release();
    await until('the draft is open', async () => (await tabTitles(late)).length === 2);
    await untilText(late, 'select 2 as typed_first');
    t.same(await tabTitles(late), ['select 2 as typed_first •', 'select 1 as alpha •']);
    await untilDraft(service, 'select 2 as typed_first');
    await late.context().close();
  });

  await t.test('two browsers that change one text keep both', async (t) => {
    await startAgain(workbench, page);
    await paste(page, 'select 1');
    await untilDraft(service, 'select 1');
    const other = await openEmptyBrowser(workbench, page);
    await untilText(other, 'select 1');
    await editor(page).press('Control+End');
    await page.keyboard.type(', 2 as one');
    await untilDraft(service, 'select 1, 2 as one');
    await editor(other).press('Control+End');
    await other.keyboard.type(', 3 as other');
    await until('a second tab opens', async () => (await tabTitles(other)).length === 2);
    t.match(await tabTitles(other), ['select 1, 3 as other •', /\(other browser\) •$/]);
    await untilText(other, 'select 1, 3 as other');
    await untilDraft(service, 'select 1, 3 as other');
    t.same((await draftTexts(service)).sort(), ['select 1, 2 as one', 'select 1, 3 as other']);
    await untilText(page, 'select 1, 2 as one');
    // The first browser writes on without any conflict.
    await page.keyboard.type(', 4');
    await untilDraft(service, 'select 1, 2 as one, 4');
    t.same(await tabTitles(page), ['select 1, 2 as one, 4 •']);
    await other.context().close();
  });

  await t.test('a browser takes a newer text for a tab that it has not changed', async (t) => {
    await startAgain(workbench, page);
    await paste(page, 'select 1');
    await untilDraft(service, 'select 1');
    const other = await openEmptyBrowser(workbench, page);
    await untilText(other, 'select 1');
    await editor(other).press('Control+End');
    await other.keyboard.type(', 2');
    await untilDraft(service, 'select 1, 2');
    await other.context().close();
    await page.reload();
    await untilText(page, 'select 1, 2');
    t.equal((await tabTitles(page)).length, 1);
  });

  await t.test('a change of only the name or the connection is stored', async () => {
    const { admin, target } = service;
    const { id: second } = await admin.json<Connection>('POST', '/api/connections', {
      ...targetConnection(target.url),
      name: 'Second',
    });
    await startAgain(workbench, page);
    const text = 'select 7';
    await paste(page, text);
    await untilDraft(service, text);
    // One of them is what the tab already has.
    for (const [name, connectionId] of Object.entries({
      Target: service.connectionId,
      Second: second,
    })) {
      await page.getByRole('combobox', { name: 'Connection' }).click();
      await page.getByRole('option', { name, exact: true }).click();
      await untilDraft(service, text, { connectionId });
    }
    await page.getByRole('button', { name: `${text} •`, exact: true }).dblclick();
    await page.getByRole('textbox', { name: 'Name of the tab' }).fill('Sales');
    await page.keyboard.press('Enter');
    await untilDraft(service, text, { name: 'Sales' });
  });

  await t.test('a saved query and a closed tab leave no draft', async () => {
    await page.keyboard.press('Control+S');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Kept');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await until('no draft is left', async () => (await draftTexts(service)).length === 0);
    await page.keyboard.press('Alt+T');
    await paste(page, 'select 5 as closed');
    await untilDraft(service, 'select 5 as closed');
    await page.getByRole('button', { name: 'Close select 5 as closed' }).click();
    await page.getByRole('button', { name: 'Close without saving' }).click();
    await until('no draft is left', async () => (await draftTexts(service)).length === 0);
  });

  await t.test('drafts are stored after a sign-out that failed', async () => {
    await startAgain(workbench, page);
    const signOutUrl = '**/api/signout';
    await page.route(signOutUrl, (route) => route.abort());
    await page.getByRole('button', { name: `Account ${adminEmail}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('Sign-out failed').waitFor();
    await page.unroute(signOutUrl);
    await paste(page, 'select 6 as still_here');
    await untilDraft(service, 'select 6 as still_here');
  });

  await t.test('sign-out loses nothing and asks nothing', async (t) => {
    await clearEditor(page);
    const typing = startTyping(page);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const text = await typing.stop();
    await page.getByRole('button', { name: `Account ${adminEmail}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Sluice' }).waitFor();
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    t.notMatch(stored, 'select');
    await signIn(page, adminEmail);
    await untilText(page, text);
  });

  await t.test('version history', async (t) => {
    const { admin } = service;
    const { id } = await admin.json<{ id: string }>('POST', '/api/queries', {
      name: 'Orders',
      queryText: 'select 1\nfrom orders',
    });
    await admin.json('PUT', `/api/queries/${id}`, { queryText: 'select 2\nfrom orders' });
    await page.goto(`${service.baseUrl}/queries/${id}`);
    await untilText(page, 'select 2\nfrom orders');
    await page.getByRole('button', { name: 'Versions' }).click();
    const dialog = page.getByRole('dialog', { name: /Version history/ });
    await dialog.getByText('The text is the same as in the editor.').waitFor();
    await dialog.getByRole('button', { name: /^Version 1/ }).click();
    const differences = dialog.getByRole('region', { name: 'Differences' });
    await differences.waitFor();
    t.match(await differences.textContent(), /select 1.*select 2.*from orders/s);
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await untilText(page, 'select 1\nfrom orders');
    t.match(await admin.json('GET', `/api/queries/${id}`), { queryText: 'select 1\nfrom orders' });
    t.match(await admin.json('GET', `/api/queries/${id}/versions`), [
      { number: 3, restoredFrom: 1 },
      { number: 2 },
      { number: 1 },
    ]);
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+Z');
    await untilText(page, 'select 2\nfrom orders');
    await page.keyboard.press('Shift+Alt+H');
    await dialog.getByRole('button', { name: /^Version 3.*restored from version 1/ }).waitFor();
  });

  t.same(workbench.problems, []);
});
