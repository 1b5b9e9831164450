import t from 'tap';
import { adminEmail, openWorkbench, password, signIn } from './support.js';

const newEmail = 'chief@example.com';
const newPassword = 'a new and long password';

t.test('the account of the first admin', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  await workbench.service.database.query('update users set password_hash = null');
  const page = await workbench.open('/signin');

  await t.test('without an admin, the sign-in page tells how to create one', async (t) => {
    const help = page.getByRole('alert', { name: 'No admin account' });
    await help.filter({ hasText: 'SERVICE_ADMIN' }).waitFor();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('E-mail').fill(adminEmail);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('link', { name: 'Sign in with your new password' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    t.equal(await help.count(), 0);
  });

  const form = page.getByRole('form', { name: 'Account' });
  const currentPassword = form.locator('input[autocomplete=current-password]');

  await t.test('changing the e-mail address requires the current password', async () => {
    await signIn(page, adminEmail);
    await page.goto(`${workbench.service.baseUrl}/profile`);
    await form.getByLabel('E-mail').fill(newEmail);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('The current password is required').first().waitFor();
    await currentPassword.fill(password);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved').waitFor();
  });

  await t.test('changing the password requires the current one', async () => {
    await page.reload();
    const change = async (current: string) => {
      await page.locator('input[autocomplete=current-password]').fill(current);
      const fields = page.locator('input[autocomplete=new-password]');
      await fields.first().fill(newPassword);
      await fields.last().fill(newPassword);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not the current one');
    await page.getByText('The current password is wrong').first().waitFor();
    await change(password);
    await page.getByText('Your other sessions are signed out').waitFor();
    const elsewhere = await workbench.open('/signin');
    await signIn(elsewhere, newEmail, newPassword);
  });

  await t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
