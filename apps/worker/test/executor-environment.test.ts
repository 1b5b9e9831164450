import { readFile } from 'node:fs/promises';
import { startService } from '@sluice/testkit';
import t from 'tap';

const canaries = {
  PGPASSWORD: 'canary',
  PGHOST: 'canary.invalid',
  MYSQL_PWD: 'canary',
  AWS_SECRET_ACCESS_KEY: 'canary',
  GOOGLE_APPLICATION_CREDENTIALS: '/canary',
  SNOWFLAKE_HOME: '/canary',
  SERVICE_CONNECTIONS__shop__password: 'canary',
  ANYTHING_ELSE: 'canary',
  PUBLIC_URL: 'http://localhost',
  SERVICE_ADMIN: 'canary@example.com',
  SERVICE_ADMIN_PASSWORD: 'canary-of-the-admin',
  SERVICE_COOKIE_SECRET: `canary-of-cookies-${'x'.repeat(32)}`,
  SERVICE_SERVICE_TOKEN_SECRET: `canary-of-tokens-${'x'.repeat(32)}`,
  SERVICE_OAUTH_CLIENT_ID: 'canary',
  SERVICE_OAUTH_CLIENT_SECRET: 'canary-of-oauth',
  SERVICE_LDAP_BIND_DN: 'canary',
  SERVICE_LDAP_PASSWORD: 'canary-of-ldap',
};

t.test('executors get only the environment variables that they need', async (t) => {
  const service = await startService({ queue: 'postgres', workers: 0 });
  t.teardown(() => service.stop());
  const worker = await service.startWorker(canaries);
  const [executor] = worker.children();
  const environment = await readFile(`/proc/${String(executor)}/environ`, 'utf8');
  const given = new Map(
    environment.split('\0').map((entry) => entry.split('=') as [string, string]),
  );
  t.notMatch(environment, /canary/);
  t.ok(given.has('DATABASE_URL') && given.has('SERVICE_PASSPHRASE'));
  t.equal((await service.admin.run(service.connectionId, 'select 1')).status, 'finished');
});

t.test('executors get the machine’s credentials if the service allows them', async (t) => {
  const service = await startService({ queue: 'postgres', workers: 0 });
  t.teardown(() => service.stop());
  const worker = await service.startWorker({ ...canaries, SERVICE_MACHINE_CREDENTIALS: 'true' });
  const [executor] = worker.children();
  const environment = await readFile(`/proc/${String(executor)}/environ`, 'utf8');
  const found = environment.split('\0').filter((entry) => entry.includes('canary'));
  t.same(found, ['GOOGLE_APPLICATION_CREDENTIALS=/canary']);
});
