import type { Session } from '@sluice/contracts';
import type { Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, openWorkbench, password } from './support.js';

const annEmail = 'ann@example.com';

t.test('the sessions of a user', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const { service } = workbench;
  const ann = await service.addEditor(annEmail);
  const sessions = () => ann.json<Session[]>('GET', '/api/sessions');
  /** Signs in without a browser. */
  const signInAs = async (userAgent: string): Promise<void> => {
    const answer = await fetch(`${service.baseUrl}/api/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ email: annEmail, password }),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  const openProfile = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: `Account ${annEmail}` }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('table', { name: 'Sessions' }).waitFor();
  };
  const page = await workbench.signedIn(annEmail);
  let admin: Page;
  const row = (name: string) =>
    page.getByRole('table', { name: 'Sessions' }).getByRole('row').filter({ hasText: name });
  const endAll = page.getByRole('button', { name: 'Sign out all others' });
  const endButtons = page.getByRole('table', { name: 'Sessions' }).getByRole('button');

  await t.test('with only this session there is nothing to sign out', async (t) => {
    await openProfile(page);
    const own = row('This device');
    t.match(await own.textContent(), /Chrome.* on Linux.*127\.0\.0\.1/);
    t.ok(await endAll.isDisabled());
    t.equal(await endButtons.count(), 0);
  });

  await t.test('another session is listed and ended with the keyboard', async (t) => {
    const other = await workbench.signedIn(annEmail);
    await signInAs('<img src=x onerror=alert(1)>');
    await page.reload();
    await row('<img src=x onerror=alert(1)>').waitFor();
    t.equal(await endButtons.count(), 2);
    await row('Chrome')
      .getByRole('button', { name: /^Sign out Chrome/ })
      .focus();
    await page.keyboard.press('Enter');
    await row('Chrome')
      .getByRole('button', { name: /^Sign out Chrome/ })
      .waitFor({ state: 'detached' });
    t.match(await sessions(), [{ browser: /onerror/ }, { browser: /Chrome/ }]);
    await other.getByRole('link', { name: 'Queries', exact: true }).click();
    await other.getByRole('heading', { name: 'Sign in to Sluice' }).waitFor();
    await other.context().close();
    await row('This device').waitFor();
  });

  await t.test('a session that ended in the meantime disappears', async () => {
    await page.reload();
    const [session] = (await sessions()).filter(({ browser }) => browser?.includes('onerror'));
    await row('onerror').waitFor();
    await ann.json('DELETE', `/api/sessions/${session?.id}`);
    await row('onerror').getByRole('button').click();
    await page.getByRole('alert').filter({ hasText: 'Not found' }).waitFor();
    await row('onerror').waitFor({ state: 'detached' });
  });

  await t.test('all other sessions are ended, and this one continues', async (t) => {
    for (const program of ['first/1.0', 'second/1.0']) await signInAs(program);
    await page.reload();
    await row('second/1.0').waitFor();
    await endAll.click();
    await row('second/1.0').waitFor({ state: 'detached' });
    await row('first/1.0').waitFor({ state: 'detached' });
    await row('This device').waitFor();
    t.equal((await sessions()).length, 1);
  });

  await t.test('a personal token is shown once, and admins see it', async (t) => {
    const dialog = page.getByRole('dialog');
    const tokens = page.getByRole('table', { name: 'Personal tokens' });
    await page.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByLabel('Name').fill('laptop');
    t.equal(await dialog.getByLabel('Administer').count(), 0, 'an editor has no scope of admins');
    await dialog.getByLabel('Read saved queries').check();
    await dialog.getByLabel('Rows of a result').fill('500');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue();
    t.match(token, /^slu_[0-9A-Za-z]{49}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    const text = await tokens.getByRole('row').filter({ hasText: 'laptop' }).textContent();
    t.match(text, /queries:read.*read-only.*at most 500 rows.*Never/);
    t.notMatch(await page.content(), token);
    const asToken = { headers: { authorization: `Bearer ${token}` } };
    const statusOf = async () => (await fetch(`${service.baseUrl}/api/queries`, asToken)).status;
    t.equal(await statusOf(), 200);

    admin = await workbench.signedIn(adminEmail, '/admin/personal-tokens');
    const listed = admin.getByRole('row').filter({ hasText: annEmail });
    t.match(await listed.textContent(), /laptop.*from 127\.0\.0\.1/);

    await tokens.getByRole('button', { name: 'Delete laptop' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No personal tokens').waitFor();
    t.equal(await statusOf(), 401);
  });

  await t.test('an admin ends all sessions after confirmation', async (t) => {
    await admin.goto(`${service.baseUrl}/admin/users`);
    const dialog = admin.getByRole('dialog');
    const ask = admin.getByRole('button', { name: `End sessions of ${annEmail}` });
    await ask.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    t.equal((await sessions()).length, 1);
    await ask.click();
    await dialog.getByRole('button', { name: 'End all sessions' }).click();
    await dialog.waitFor({ state: 'detached' });
    t.same(await sessions(), []);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Sluice' }).waitFor();
  });

  await t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
