import { targetConnection, until } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, cell, openWorkbench, password, run, signIn, untilRun } from './support.js';

const annEmail = 'ann@example.com';

t.test('what admins set up', async (t) => {
  const workbench = await openWorkbench({
    SERVICE_SERVICE_TOKEN_SECRET: 'a secret of its own for service tokens',
    SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
  });
  t.teardown(() => workbench.close());
  const { service } = workbench;
  const data = targetConnection(service.target.url)['data'] as Record<string, string>;
  const page = await workbench.signedIn(adminEmail, '/queries/new');
  const dialog = page.getByRole('dialog');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const goTo = async (name: string): Promise<void> => {
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const closed = () => dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Admin' }).click();

  await t.test('a connection is tested, added, changed and deleted', async (t) => {
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await field('Name').fill('Second');
    await choose(page, 'Driver', 'PostgreSQL');
    for (const [label, value] of [
      ['Host', data['host']],
      ['Port', data['port']],
      ['Database', 'no_such_database'],
      ['User name', data['username']],
      ['Password', data['password']],
    ] as const) {
      await field(label).fill(value ?? '');
    }
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'no_such_database' }).waitFor();
    await field('Database').fill(data['database'] ?? '');
    await dialog.getByRole('button', { name: 'Test' }).click();
    // The tests' own user may do anything on its server, which is said.
    await dialog
      .getByRole('status')
      .filter({ hasText: /It works, but.*high rights/ })
      .waitFor();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await closed();
    await row('Second').getByRole('button', { name: 'Change' }).click();
    t.equal(await field('Password').inputValue(), '', 'a secret is never shown');
    await dialog.getByRole('checkbox', { name: 'Read-only' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await closed();
    await row('Second').getByText('Read-only').waitFor();
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await field('Name').fill('Third');
    await page.keyboard.press('Escape');
    await closed();
    await row('Second').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await closed();
    await row('Second').waitFor({ state: 'detached' });
    t.equal(await row('Third').count(), 0, 'what was given up was not added');
  });

  await t.test('a user is added, and chooses a password by the link', async (t) => {
    await goTo('Users');
    await page.getByRole('button', { name: 'Add a user' }).click();
    await dialog.getByLabel('E-mail').fill(annEmail);
    await dialog.getByLabel('Custom data').fill('{"region": "north"');
    t.ok(await dialog.getByRole('button', { name: 'Add' }).isDisabled());
    await dialog.getByLabel('Custom data').fill('{"region": "north"}');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const link = await dialog.getByLabel('Link').inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row(annEmail).getByText('Has an open link').waitFor();
    const ann = await workbench.open(new URL(link).pathname);
    await ann.getByLabel('E-mail').fill(annEmail);
    await ann.getByLabel(/^New password|^Password/).fill(password);
    await ann.getByLabel('The same once more').fill(password);
    await ann.keyboard.press('Enter');
    await ann.getByRole('link', { name: 'Sign in with your new password' }).click();
    await signIn(ann, annEmail);
    await ann.getByText('There is no connection yet').waitFor();
    t.equal(await ann.getByRole('link', { name: 'Admin' }).count(), 0);
    await ann.context().close();
  });

  await t.test('access is given, and lets them run', async () => {
    await goTo('Access');
    await page.getByRole('button', { name: 'Give access' }).click();
    await choose(page, 'Who', annEmail);
    await choose(page, 'Connection', 'Target');
    await dialog.getByRole('button', { name: /^Give/ }).click();
    await closed();
    await row(annEmail).waitFor();
    const ann = await workbench.signedIn(annEmail);
    await run(ann, "select 'hers' as a");
    await cell(ann, 1, 1).filter({ hasText: 'hers' }).waitFor();
    await run(ann, 'select pg_sleep(1000)');
    await untilRun(ann, 'Running');

    await goTo('Workers and queue');
    await page.getByRole('button', { name: `Cancel the batch of ${annEmail}` }).click();
    await untilRun(ann, 'Cancelled');
    await page.getByText('Nothing runs.').waitFor();

    await goTo('Users');
    await row(annEmail).getByRole('button', { name: 'Disable' }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await closed();
    await ann.reload();
    await ann.getByRole('heading', { name: 'Sign in to Sluice' }).waitFor();
    await ann.context().close();
    await row(annEmail).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await closed();
    await row(annEmail).waitFor({ state: 'detached' });
  });

  await t.test('a service token is shown once, and works until it is deleted', async (t) => {
    await goTo('Service tokens');
    await page.getByRole('button', { name: 'Make a token' }).click();
    await field('Name').fill('nightly');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    const token = await dialog.getByLabel('Token').inputValue();
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await closed();
    const ask = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${service.baseUrl}/api/connections`, { headers })).status;
    };
    t.equal(await ask(), 200);
    t.notMatch(await page.content(), token);
    await row('nightly').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await closed();
    await row('nightly').waitFor({ state: 'detached' });
    await until('it is taken no more', async () => (await ask()) === 401);
  });

  await t.test('all of it is in the audit record', async () => {
    await goTo('Audit record');
    for (const action of ['service_token.deleted', 'user.created', 'connection.deleted']) {
      await row(action).first().waitFor();
    }
    await page.getByRole('combobox', { name: 'Action' }).fill('user.deleted');
    await row('service_token.deleted').first().waitFor({ state: 'detached' });
    await row('users/').first().waitFor();
  });

  await t.test('nothing went wrong in the page, and its policy forbade nothing', async (t) => {
    t.same(workbench.problems, []);
  });
});

/** Chooses in a list of the open dialog. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}
