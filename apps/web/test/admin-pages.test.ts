import type { Page } from 'playwright-core';
import t from 'tap';
import { adminSettings, openSection } from './admin-support.js';
import { adminEmail, openWorkbench, password, run, signIn, untilRun } from './support.js';

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click();
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

t.test('an admin configures the service in the workbench', async (t) => {
  const workbench = await openWorkbench(adminSettings);
  t.teardown(() => workbench.close());
  const { service } = workbench;
  const { baseUrl, admin, target } = service;
  const page = await workbench.signedIn(adminEmail);
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('cell', { name: 'Target', exact: true }).waitFor();

  await t.test('an admin tests, adds, changes and deletes a connection', async (t) => {
    const { hostname, port, username, password: secret, pathname } = new URL(target.url);
    await press(page, 'Add connection');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Second');
    await press(page, 'Test');
    const host = page.getByRole('textbox', { name: 'Host', exact: true });
    await page.getByText('is required').first().waitFor();
    t.equal(await host.getAttribute('aria-invalid'), 'true', 'the invalid field is marked');
    await host.fill(hostname);
    await page.getByRole('textbox', { name: 'Port', exact: true }).fill(port);
    await page.getByRole('textbox', { name: 'Database', exact: true }).fill(pathname.slice(1));
    await page.getByRole('textbox', { name: 'User name', exact: true }).fill(username);
    await page.getByLabel('Password', { exact: true }).fill(secret);
    await press(page, 'Test');
    await page.getByText(/^Connection successful/).waitFor();
    await press(page, 'Add');
    await closed(page);

    await press(page, 'Edit Second');
    await page.getByText('Leave empty to keep the stored value').first().waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Third');
    await press(page, 'Test');
    await page.getByText(/^Connection successful/).waitFor();
    await press(page, 'Save');
    await closed(page);
    await press(page, 'Delete Third');
    await press(page, 'Delete');
    await closed(page);
    const left = await admin.json<{ name: string }[]>('GET', '/api/connections');
    t.same(
      left.map(({ name }) => name),
      ['Target'],
    );
  });

  await t.test('an invited user signs in and can run SQL after an access grant', async (t) => {
    await openSection(page, 'Users');
    await press(page, 'Add user');
    await page.getByLabel('E-mail').fill('ann@example.com');
    await page.getByLabel('Custom data').fill('[1]');
    t.ok(
      await page.getByRole('button', { name: 'Add', exact: true }).isDisabled(),
      'custom data must be a JSON object',
    );
    await page.getByLabel('Custom data').fill('{"region": "north"}');
    await press(page, 'Add');
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    await press(page, 'Done');
    await closed(page);

    const invitedPage = await workbench.open(new URL(link).pathname);
    await invitedPage.getByLabel('E-mail').fill('ann@example.com');
    await invitedPage
      .getByLabel('Password', { exact: false })
      .first()
      .fill('her own long password');
    await invitedPage.getByLabel('Confirm password').fill('her own long password');
    await press(invitedPage, 'Set password');
    await invitedPage.getByText('Sign in with your new password').waitFor();
    await invitedPage.goto(baseUrl);
    await signIn(invitedPage, 'ann@example.com', 'her own long password');
    await invitedPage.getByText('Ask an admin for access').waitFor();
    t.equal(await invitedPage.getByRole('link', { name: 'Admin' }).count(), 0);
    await invitedPage.goto(`${baseUrl}/admin/users`);
    await invitedPage.getByText('Only admins can open this page').waitFor();

    await openSection(page, 'Access');
    await press(page, 'Grant access');
    await page.getByLabel('User or token').first().click();
    await page.getByRole('option', { name: 'ann@example.com' }).click();
    await page.getByLabel('Connection').first().click();
    await page.getByRole('option', { name: 'Target' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Grant access' }).click();
    await closed(page);
    await invitedPage.goto(`${baseUrl}/queries/new`);
    await run(invitedPage, 'select 6 * 7 as answer');
    await untilRun(invitedPage, 'Finished');

    await openSection(page, 'Users');
    await press(page, 'Disable ann@example.com');
    await press(page, 'Disable');
    await closed(page);
    await invitedPage.reload();
    await invitedPage.waitForURL(/signin/);
  });

  await t.test('a service token is shown once and stops working when it is deleted', async (t) => {
    await openSection(page, 'Service tokens');
    await press(page, 'Create token');
    await page.getByRole('textbox', { name: 'Name' }).fill('CI');
    await press(page, 'Create');
    const token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
    const ask = async () =>
      (await fetch(`${baseUrl}/api/drivers`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    t.equal(await ask(), 200);
    await press(page, 'Done');
    await closed(page);
    t.notMatch(await page.content(), token);
    await press(page, 'Delete CI');
    await press(page, 'Delete');
    await closed(page);
    const rows = await admin.json<unknown[]>('GET', '/api/service-tokens');
    t.same(rows, []);
  });

  await t.test('a session stays open between runs, and the editor reports its loss', async (t) => {
    await page.getByRole('link', { name: 'Editor' }).click();
    await press(page, 'Connect');
    await page.getByText('Session open').waitFor();
    await run(page, 'create temporary table kept as select 7 as seven');
    await untilRun(page, 'Finished');
    await page.reload();
    await page.getByText('Session open').waitFor();
    await run(page, 'select seven from kept');
    await page.getByRole('gridcell', { name: '7' }).first().waitFor();

    const close = async () => {
      const clients = await admin.json<{ id: string }[]>('GET', '/api/connection-clients');
      t.equal(clients.length, 1);
      for (const { id } of clients) await admin.json('DELETE', `/api/connection-clients/${id}`);
    };
    await close();
    await page.reload();
    await page.getByText('Session lost').waitFor();
    await press(page, 'Reconnect');
    await page.getByText('Session open').waitFor();
    await close();
    await run(page, 'select 1');
    await page.getByText('Session lost').waitFor();
    await page.getByText('The statement was not sent to the database').waitFor();
    await press(page, 'Continue without session');
    await run(page, 'select 1 as one');
    await untilRun(page, 'Finished');
  });

  await t.test('an admin sees and cancels a running batch', async (t) => {
    const { id } = await admin.json<{ id: string }>('POST', '/api/batches', {
      connectionId: service.connectionId,
      batchText: 'select pg_sleep(600)',
    });
    await page.getByRole('link', { name: 'Admin' }).click();
    await openSection(page, 'Workers and queue');
    await page.getByText('Running (1)').waitFor();
    await press(page, 'Cancel batch of admin@example.com');
    await page.getByText('Running (0)').waitFor();
    t.equal(
      (await admin.json<{ status: string }>('GET', `/api/batches/${id}`)).status,
      'cancelled',
    );
  });

  await t.test('the audit log can be filtered', async (t) => {
    await openSection(page, 'Audit log');
    await page.getByRole('cell', { name: 'user.created' }).waitFor();
    await page.getByLabel('Action').first().fill('service_token.deleted');
    await page.getByRole('cell', { name: 'user.created' }).waitFor({ state: 'detached' });
    t.equal(await page.getByRole('row').count(), 2, 'a header and one event');
  });

  await t.test('changing the e-mail address requires the current password', async () => {
    await page.goto(`${baseUrl}/profile`);
    const form = page.getByRole('form', { name: 'Account' });
    await form.getByLabel('E-mail').fill('chief@example.com');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('The current password is required').first().waitFor();
    await form.locator('input[autocomplete=current-password]').fill(password);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved').waitFor();
  });

  await t.test('changing the password requires the current password', async () => {
    await page.goto(`${baseUrl}/profile`);
    const change = async (current: string) => {
      await page.locator('input[autocomplete=current-password]').fill(current);
      await page
        .locator('input[autocomplete=new-password]')
        .first()
        .fill('a new and long password');
      await page.locator('input[autocomplete=new-password]').last().fill('a new and long password');
      await press(page, 'Change password');
    };
    await change('not the current one');
    await page.getByText('The current password is wrong').first().waitFor();
    await change(password);
    await page.getByText('Your other sessions are signed out').waitFor();
    await page.goto(`${baseUrl}/admin/users`);
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  });
});
