import t from 'tap';
import { adminEmail, openWorkbench, password } from './support.js';

t.test('where there is no admin yet, the page tells how to make one', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  await workbench.service.database.query('update users set password_hash = null');
  const page = await workbench.open('/signin');
  const help = page.getByRole('alert', { name: 'There is no administrator yet' });
  await help.filter({ hasText: 'SERVICE_ADMIN' }).waitFor();

  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('E-mail').fill(adminEmail);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByLabel('The same once more').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('link', { name: 'Sign in with your new password' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  t.equal(await help.count(), 0);
  t.same(workbench.problems, []);
});
