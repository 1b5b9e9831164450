import t from 'tap';
import { adminEmail, openWorkbench, password } from './support.js';

t.test('without an admin, the sign-in page tells how to create one', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  await workbench.service.database.query('update users set password_hash = null');
  const page = await workbench.open('/signin');
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
  t.same(workbench.problems, []);
});
