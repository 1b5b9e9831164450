import { executorEnvironment, workerEnvironment } from '@sluice/config';
import t from 'tap';

const environment = {
  HOME: '/home/service',
  AWS_PROFILE: 'results',
  GOOGLE_APPLICATION_CREDENTIALS: '/key.json',
  PGPASSWORD: 'secret',
  SERVICE_PASSPHRASE: 'passphrase',
  SERVICE_CONNECTIONS__shop__password: 'secret',
};
const defaults = {
  SERVICE_MACHINE_CREDENTIALS: false,
  SERVICE_RESULTS_STORE: 'file' as const,
  SERVICE_RESULTS_S3_ACCESS_KEY_ID: undefined,
};

const passed = (settings: Partial<Parameters<typeof executorEnvironment>[0]>): string[] =>
  Object.keys(executorEnvironment({ ...defaults, ...settings }, environment));

t.test('executors get machine credentials only if the settings require them', (t) => {
  t.same(passed({}), ['SERVICE_PASSPHRASE']);
  t.same(passed({ SERVICE_MACHINE_CREDENTIALS: true }), [
    'HOME',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'SERVICE_PASSPHRASE',
  ]);
  const store = { SERVICE_RESULTS_STORE: 's3' as const };
  t.same(passed(store), ['HOME', 'AWS_PROFILE', 'SERVICE_PASSPHRASE']);
  t.same(passed({ ...store, SERVICE_RESULTS_S3_ACCESS_KEY_ID: 'key' }), ['SERVICE_PASSPHRASE']);
  t.end();
});

t.test('workers and executors get no secret that only the API needs', (t) => {
  const secrets = Object.fromEntries(
    [
      ...['SERVICE_ADMIN', 'SERVICE_ADMIN_PASSWORD', 'SERVICE_COOKIE_SECRET'],
      ...['SERVICE_SERVICE_TOKEN_SECRET', 'SERVICE_OAUTH_CLIENT_ID', 'SERVICE_OAUTH_CLIENT_SECRET'],
      ...['SERVICE_OIDC_CLIENT_SECRET', 'SERVICE_LDAP_PASSWORD', 'SERVICE_SAML_CERT'],
      'SERVICE_CONNECTIONS__shop__password',
    ].map((name) => [name, 'canary']),
  );
  const needed = { SERVICE_PASSPHRASE: 'passphrase', SERVICE_COOKIE_NAME: 'name' };
  t.strictSame(executorEnvironment(defaults, { ...secrets, ...needed }), needed);
  t.strictSame(workerEnvironment({ ...secrets, ...needed, HOME: '/home/service' }), {
    ...needed,
    HOME: '/home/service',
  });
  t.end();
});
