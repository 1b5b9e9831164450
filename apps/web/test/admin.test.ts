import { targetConnection, until } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import t from 'tap';
import { inNarrowWindows } from './geometry-support.js';
import { adminEmail, cell, openWorkbench, password, run, signIn, untilRun } from './support.js';

const annEmail = 'ann@example.com';

t.test('the admin pages', async (t) => {
  const workbench = await openWorkbench({
    SERVICE_SERVICE_TOKEN_SECRET: 'a separate secret for service tokens',
    SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
  });
  t.teardown(() => workbench.close());
  const { service } = workbench;
  const data = targetConnection(service.target.url)['data'] as Record<string, string>;
  const page = await workbench.signedIn(adminEmail, '/queries/new');
  const dialog = page.getByRole('dialog');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const closed = () => dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Admin' }).click();
  let ann: Page;

  await t.test('a connection is tested, added, edited and deleted', async (t) => {
    await page.getByRole('button', { name: 'Add connection' }).click();
    await field('Name').fill('Second');
    await choose(page, 'Driver', 'PostgreSQL');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('is required').first().waitFor();
    t.equal(
      await field('Host').getAttribute('aria-invalid'),
      'true',
      'the invalid field is marked',
    );
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
    // The user of the tests is a superuser, which is a warning.
    await dialog
      .getByRole('status')
      .filter({ hasText: /with warnings.*high privileges/ })
      .waitFor();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await closed();
    await row('Second').getByRole('button', { name: 'Edit' }).click();
    t.equal(await field('Password').inputValue(), '', 'the stored secret is not shown');
    await dialog.getByText('Leave empty to keep the stored value').first().waitFor();
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByRole('status').filter({ hasText: 'Connection successful' }).waitFor();
    await dialog.getByRole('checkbox', { name: 'Read-only' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await closed();
    await row('Second').getByText('Read-only').waitFor();
    await page.getByRole('button', { name: 'Add connection' }).click();
    const url = field('Connection URL');
    await url.pressSequentially('postgres://ada@db.example.com:5433/shop');
    t.equal(await url.inputValue(), 'postgres://ada@db.example.com:5433/shop', 'typed as a whole');
    await url.press('Tab');
    await field('Host').and(page.locator('[value="db.example.com"]')).waitFor();
    t.equal(await url.inputValue(), '', 'the URL is not kept');
    await field('Name').fill('Third');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    t.equal(await field('Name').inputValue(), 'Third', 'Esc continues the editing');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await closed();
    await row('Second').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await closed();
    await row('Second').waitFor({ state: 'detached' });
    t.equal(await row('Third').count(), 0, 'a discarded form adds nothing');
  });

  await t.test('TLS fields turn TLS on and show their errors', async (t) => {
    await page.getByRole('button', { name: 'Add connection' }).click();
    const useTls = dialog.getByRole('checkbox', { name: 'Use TLS' });
    await field('Connection URL').fill('postgres://ada@db/shop?sslmode=disable');
    await field('Connection URL').press('Tab');
    await field('Host').and(page.locator('[value="db"]')).waitFor();
    t.notOk(await useTls.isChecked());
    await field('Certificate authority (PEM)').fill('not a certificate');
    t.ok(await useTls.isChecked(), 'an authority turns TLS on');
    await field('Name').fill('TLS');
    for (const button of ['Test', 'Add']) {
      await dialog.getByRole('button', { name: button }).click();
      await dialog
        .getByRole('alert')
        .filter({ hasText: /must contain PEM cert/ })
        .waitFor();
      t.equal(
        await field('Certificate authority (PEM)').getAttribute('aria-invalid'),
        'true',
        'the field is marked',
      );
    }
    await field('Certificate authority (PEM)').fill('');
    await dialog.getByRole('checkbox', { name: 'Accept any server certificate' }).check();
    await useTls.uncheck();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('must be true or absent: sslSelfSigned requires it').first().waitFor();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await closed();
  });

  await t.test('a user is added and sets a password with the link', async (t) => {
    await openSection(page, 'Users');
    await page.getByRole('button', { name: 'Add user' }).click();
    await dialog.getByLabel('E-mail').fill(annEmail);
    await dialog.getByLabel('Custom data').fill('{"region": "north"');
    t.ok(await dialog.getByRole('button', { name: 'Add' }).isDisabled());
    await dialog.getByLabel('Custom data').fill('{"region": "north"}');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const link = await dialog.getByLabel('Link').inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row(annEmail).getByText('Password link open').waitFor();
    ann = await workbench.open(new URL(link).pathname);
    await ann.getByLabel('E-mail').fill(annEmail);
    await ann.getByLabel(/^New password|^Password/).fill(password);
    await ann.getByLabel('Confirm password').fill(password);
    await ann.keyboard.press('Enter');
    await ann.getByRole('link', { name: 'Sign in with your new password' }).click();
    await signIn(ann, annEmail);
    await ann.getByText('No connections').waitFor();
    t.equal(await ann.getByRole('link', { name: 'Admin' }).count(), 0);
    await ann.goto(`${service.baseUrl}/admin/users`);
    await ann.getByText('Only admins can open this page').waitFor();
  });

  await t.test('a user with access can run queries', async () => {
    await openSection(page, 'Access');
    await page.getByRole('button', { name: 'Grant access' }).click();
    await choose(page, 'User or token', annEmail);
    await choose(page, 'Connection', 'Target');
    await dialog.getByRole('button', { name: /^Grant/ }).click();
    await closed();
    await row(annEmail).waitFor();
    await ann.goto(service.baseUrl);
    await run(ann, "select 'hers' as a");
    await cell(ann, 1, 1).filter({ hasText: 'hers' }).waitFor();
    await run(ann, 'select pg_sleep(1000)');
    await untilRun(ann, 'Running');

    await openSection(page, 'Workers and queue');
    await page.getByRole('button', { name: `Cancel batch of ${annEmail}` }).click();
    await untilRun(ann, 'Cancelled');
    await page.getByText('No running batches').waitFor();

    await openSection(page, 'Users');
    await row(annEmail).getByRole('button', { name: 'Disable' }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await closed();
    await ann.reload();
    await ann.getByRole('heading', { name: 'Sign in to Sluice' }).waitFor();
    await row(annEmail).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await closed();
    await row(annEmail).waitFor({ state: 'detached' });
  });

  await t.test('a service token is shown once and works until it is deleted', async (t) => {
    await openSection(page, 'Service tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await field('Name').fill('nightly');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const token = await dialog.getByLabel('Token').inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await closed();
    const statusOf = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${service.baseUrl}/api/connections`, { headers })).status;
    };
    t.equal(await statusOf(), 200);
    t.notMatch(await page.content(), token);
    await row('nightly').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await closed();
    await row('nightly').waitFor({ state: 'detached' });
    await until('the token is rejected', async () => (await statusOf()) === 401);
  });

  await t.test('the audit log contains these events', async (t) => {
    await openSection(page, 'Audit log');
    for (const action of ['service_token.deleted', 'user.created', 'connection.deleted']) {
      await row(action).first().waitFor();
    }
    await page.getByRole('combobox', { name: 'Action' }).fill('batch.created');
    const batch = row('batch.created').first();
    await batch
      .getByText(/^[0-9a-f]{8}…$/)
      .first()
      .waitFor();
    await batch.getByRole('button', { name: 'Show all' }).click();
    await batch.getByText(/^[0-9a-f]{64}$/).waitFor();
    await inNarrowWindows(t, page, 'details of an event');
    await batch.getByRole('button', { name: 'Show less' }).click();
    await page.getByRole('combobox', { name: 'Action' }).fill('user.deleted');
    await row('service_token.deleted').first().waitFor({ state: 'detached' });
    await row('users/').first().waitFor();
  });

  await t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});

/** Chooses an option in the open dialog. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Opens one of the admin pages from another. */
async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}
