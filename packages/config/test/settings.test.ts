import { readFile } from 'node:fs/promises';
import {
  loadApiConfig,
  loadSettings,
  loadStandaloneConfig,
  resultsStore,
  settings,
  settingsPage,
} from '@sluice/config';
import { AppError } from '@sluice/errors';
import t from 'tap';

const secrets = {
  SERVICE_PASSPHRASE: 'a passphrase of more than 32 characters',
  SERVICE_COOKIE_SECRET: 'another secret of more than 32 characters',
};

const problems = (load: () => unknown): string[] => {
  try {
    load();
  } catch (error) {
    if (error instanceof AppError) return error.errors?.map((each) => each.path) ?? [];
    throw error;
  }
  return [];
};

t.test('an empty environment gives the documented defaults', async (t) => {
  t.match(loadSettings({}).settings, {
    SERVICE_PORT: 3000,
    SERVICE_BASE_URL: '',
    SERVICE_QUERY_RESULT_MAX_ROWS: 100_000,
    SERVICE_USERPASS_AUTH_DISABLED: false,
    SERVICE_SESSION_COOKIE_SAME_SITE: 'strict',
    REDIS_URL: undefined,
  });
});

t.test('an empty value counts as unset', async (t) => {
  t.equal(loadSettings({ SERVICE_PORT: '', SERVICE_ADMIN: '' }).settings.SERVICE_PORT, 3000);
});

t.test('worker pools are names, each once', async (t) => {
  const poolsOf = (value: string) =>
    loadSettings({ SERVICE_WORKER_POOLS: value }).settings.SERVICE_WORKER_POOLS;
  t.same(poolsOf(''), ['default']);
  t.same(poolsOf('eu tenant-7  eu default'), ['eu', 'tenant-7', 'default']);
  for (const wrong of ['EU', 'eu,us', 'a:b', '*', '-eu', 'x'.repeat(51)]) {
    t.same(
      problems(() => poolsOf(wrong)),
      ['SERVICE_WORKER_POOLS'],
      wrong,
    );
  }
});

t.test('every problem is reported at once, by name', async (t) => {
  const environment = {
    SERVICE_PORT: 'eighty',
    SERVICE_COOKIE_NAME: 'a name; with more',
    SERVICE_COOKIE_SECURE: 'yes',
    DATABASE_URL: 'mysql://host/db',
    SERVICE_BASE_URL: 'no-slash',
    SERVICE_ADMIN_PASSWORD: 'pass word',
    SERVICE_PASSPHRASE: 'short',
  };
  t.same(problems(() => loadApiConfig(environment)).sort(), [
    'DATABASE_URL',
    'SERVICE_ADMIN_PASSWORD',
    'SERVICE_BASE_URL',
    'SERVICE_COOKIE_NAME',
    'SERVICE_COOKIE_SECRET',
    'SERVICE_COOKIE_SECURE',
    'SERVICE_PASSPHRASE',
    'SERVICE_PORT',
  ]);
});

t.test('a store in a bucket needs the bucket, and both halves of a key or none', async (t) => {
  const s3 = { SERVICE_RESULTS_STORE: 's3', SERVICE_RESULTS_S3_BUCKET: 'results' };
  t.match(resultsStore(loadSettings(s3).settings), {
    store: 's3',
    bucket: 'results',
    region: 'us-east-1',
    forcePathStyle: false,
    credentials: undefined,
  });
  const key = { SERVICE_RESULTS_S3_ACCESS_KEY_ID: 'a', SERVICE_RESULTS_S3_SECRET_ACCESS_KEY: 'b' };
  t.match(resultsStore(loadSettings({ ...s3, ...key }).settings), {
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  t.match(resultsStore(loadSettings({ SERVICE_DB_PATH: '/somewhere' }).settings), {
    store: 'file',
    directory: '/somewhere/results',
  });
  t.same(
    problems(() => loadSettings({ SERVICE_RESULTS_STORE: 's3' })),
    ['SERVICE_RESULTS_STORE'],
  );
  t.same(
    problems(() => loadSettings({ SERVICE_RESULTS_STORE: 'disk' })),
    ['SERVICE_RESULTS_STORE'],
  );
  for (const [name, value] of Object.entries(key)) {
    t.same(
      problems(() => loadSettings({ ...s3, [name]: value })),
      [name],
    );
  }
});

t.test('lists of hosts are read when the service starts, entry by entry', async (t) => {
  const { settings } = loadSettings({
    SERVICE_TARGET_HOSTS_ALLOW: ' db.internal  10.0.0.0/8:5432 [fd00::/8]:5432 *.corp.example ',
    SERVICE_TARGET_HOSTS_DENY: '',
  });
  t.match(settings.SERVICE_TARGET_HOSTS_ALLOW, [
    { text: 'db.internal', port: null, whom: { kind: 'name', name: 'db.internal' } },
    { text: '10.0.0.0/8:5432', port: 5432, whom: { kind: 'network', bits: 8 } },
    { text: '[fd00::/8]:5432', port: 5432, whom: { kind: 'network', bits: 8 } },
    { text: '*.corp.example', port: null, whom: { kind: 'names', suffix: '.corp.example' } },
  ]);
  t.same(settings.SERVICE_TARGET_HOSTS_DENY, []);
  const wrong = {
    SERVICE_TARGET_HOSTS_ALLOW: 'fine 10.0.0.0/33',
    SERVICE_TARGET_HOSTS_DENY: '127.1',
  };
  t.same(problems(() => loadSettings(wrong)).sort(), [
    'SERVICE_TARGET_HOSTS_ALLOW',
    'SERVICE_TARGET_HOSTS_DENY',
  ]);
  const error = t.throws(() => loadSettings(wrong)) as AppError;
  t.match(error.detail, /holds "10\.0\.0\.0\/33", which is no host/);
});

t.test('weak, published and equal secrets are refused', async (t) => {
  const same = secrets.SERVICE_PASSPHRASE;
  for (const [secret, path] of [
    ['a'.repeat(40), 'SERVICE_COOKIE_SECRET'],
    ['secret-used-to-sign-cookies-please-set-and-make-strong', 'SERVICE_COOKIE_SECRET'],
    [same, 'SERVICE_COOKIE_SECRET'],
  ] as const) {
    const environment = { ...secrets, SERVICE_COOKIE_SECRET: secret };
    t.same(
      problems(() => loadSettings(environment)),
      [path],
      secret,
    );
  }
  const token = { ...secrets, SERVICE_SERVICE_TOKEN_SECRET: secrets.SERVICE_COOKIE_SECRET };
  t.same(
    problems(() => loadSettings(token)),
    ['SERVICE_SERVICE_TOKEN_SECRET'],
  );
});

t.test('a session cookie for every site is for TLS only', async (t) => {
  const environment = { ...secrets, SERVICE_SESSION_COOKIE_SAME_SITE: 'none' };
  t.same(
    problems(() => loadSettings(environment)),
    ['SERVICE_SESSION_COOKIE_SAME_SITE'],
  );
  for (const tls of [{ SERVICE_COOKIE_SECURE: 'true' }, { PUBLIC_URL: 'https://x.example.com' }]) {
    t.same(
      problems(() => loadSettings({ ...environment, ...tls })),
      [],
    );
  }
});

t.test('a prefix of the cookie’s name holds what it promises', async (t) => {
  const named = (name: string, more: Record<string, string> = {}) =>
    problems(() => loadSettings({ ...secrets, SERVICE_COOKIE_NAME: name, ...more }));
  const tls = { PUBLIC_URL: 'https://x.example.com' };
  for (const name of ['__Host-sluice', '__Secure-sluice', '__host-sluice']) {
    t.same(named(name), ['SERVICE_COOKIE_NAME'], `${name} without TLS`);
    t.same(named(name, tls), [], name);
  }
  const mounted = { ...tls, SERVICE_BASE_URL: '/sub' };
  t.same(named('__Host-sluice', mounted), ['SERVICE_COOKIE_NAME']);
  t.same(named('__Secure-sluice', mounted), []);
});

t.test('the launcher asks for secrets only when the database is not its own', async (t) => {
  t.same(
    problems(() => loadStandaloneConfig({})),
    [],
  );
  const external = { DATABASE_URL: 'postgresql://db.example.com/sluice' };
  t.same(
    problems(() => loadStandaloneConfig(external)),
    ['SERVICE_PASSPHRASE', 'SERVICE_COOKIE_SECRET'],
  );
  t.same(
    problems(() => loadStandaloneConfig({ ...external, ...secrets })),
    [],
  );
});

t.test('an unknown name is a warning with the nearest known one', async (t) => {
  t.same(loadSettings({ SERVICE_PROT: '1' }).warnings, [
    'Unknown setting SERVICE_PROT; did you mean SERVICE_PORT?',
  ]);
});

t.test(
  'each variable of SQLPad is a warning that names its counterpart and no value',
  async (t) => {
    const { warnings } = loadSettings({
      SQLPAD_PORT: '3010',
      SQLPAD_GOOGLE_CLIENT_SECRET: 'canary',
      SQLPAD_BACKEND_DB_URI: 'postgres://canary@db/sqlpad',
      SQLPAD_CONNECTIONS__sales__host: 'db.example.com',
      SQLPAD_HTTPS_KEY_PATH: '/etc/key.pem',
      SQLPAD_WEBHOOK_SIGNOUT_URL: 'https://example.com',
    });
    t.same(warnings, [
      'SQLPAD_PORT is ignored; use SERVICE_PORT',
      'SQLPAD_GOOGLE_CLIENT_SECRET is ignored; use SERVICE_OAUTH_CLIENT_SECRET',
      'SQLPAD_BACKEND_DB_URI is ignored; use DATABASE_URL',
      'SQLPAD_CONNECTIONS__sales__host is ignored; use SERVICE_CONNECTIONS__sales__host',
      'SQLPAD_HTTPS_KEY_PATH is ignored; terminate TLS in front of the service',
      'SQLPAD_WEBHOOK_SIGNOUT_URL is ignored; it has no counterpart',
    ]);
  },
);

t.test('connections and webhooks of the environment are no unknown names', async (t) => {
  const loaded = loadSettings({
    SERVICE_CONNECTIONS__sales__host: 'db.example.com',
    SERVICE_CONNECTIONS__sales__eu__host: 'db.example.com',
    SERVICE_CONNECTIONS__sales__port: '',
    SERVICE_WEBHOOK_ENABLED: 'true',
    SERVICE_WEBHOOK_SECRET: 'a secret of more than 32 characters',
    SERVICE_WEBHOOK_BATCH_FINISHED_URL: 'https://hooks.example.com/x',
  });
  t.same(loaded.warnings, []);
  t.match(loaded.connections, [
    { id: 'sales', fields: [{ field: 'host', variable: 'SERVICE_CONNECTIONS__sales__host' }] },
    { id: 'sales__eu' },
  ]);
  t.same(loadSettings({ SERVICE_WEBHOOK_BATCH_FINISH_URL: 'x' }).warnings, [
    'Unknown setting SERVICE_WEBHOOK_BATCH_FINISH_URL; did you mean SERVICE_WEBHOOK_BATCH_FINISHED_URL?',
  ]);
});

t.test('variables that name no connection and field stop the start', async (t) => {
  const names = [
    'SERVICE_CONNECTIONS__sales',
    'SERVICE_CONNECTIONS__',
    'SERVICE_CONNECTIONS____host',
  ];
  const environment = Object.fromEntries(names.map((name) => [name, 'x']));
  t.same(
    problems(() => loadSettings({ ...environment, SERVICE_PORT: 'x' })),
    ['SERVICE_PORT', ...names],
  );
});

t.test('webhooks need a secret of their own, and addresses of the web', async (t) => {
  const on = { SERVICE_WEBHOOK_ENABLED: 'true' };
  t.same(
    problems(() => loadSettings(on)),
    ['SERVICE_WEBHOOK_ENABLED'],
  );
  const shared = { ...secrets, SERVICE_WEBHOOK_SECRET: secrets.SERVICE_PASSPHRASE };
  t.same(
    problems(() => loadSettings(shared)),
    ['SERVICE_WEBHOOK_SECRET'],
  );
  for (const url of ['ftp://h/x', 'file:///etc/passwd', 'hooks.example.com', 'unix:/x']) {
    t.same(
      problems(() => loadSettings({ SERVICE_WEBHOOK_USER_CREATED_URL: url })),
      ['SERVICE_WEBHOOK_USER_CREATED_URL'],
      url,
    );
  }
  const url = { SERVICE_WEBHOOK_USER_CREATED_URL: 'https://hooks.example.com' };
  t.match(loadSettings(url).warnings, [/ENABLED is false: no webhook is sent/]);
  const secret = { SERVICE_WEBHOOK_SECRET: 'a secret of more than 32 characters' };
  t.match(loadSettings({ ...on, ...secret }).warnings, [/no SERVICE_WEBHOOK_…_URL is set/]);
});

t.test('every setting says what it is for', async (t) => {
  for (const [name, schema] of Object.entries(settings)) t.ok(schema.description, name);
});

t.test('the page of settings says what the code says', async (t) => {
  const page = await readFile(
    new URL('../../../docs/reference/settings.md', import.meta.url),
    'utf8',
  );
  t.equal(page, settingsPage(), 'renew it with node scripts/document-settings.mjs');
});

t.test('providers are talked to over TLS, or on this machine', async (t) => {
  const names = [
    'SERVICE_OIDC_ISSUER',
    'SERVICE_OAUTH_AUTHORIZATION_URL',
    'SERVICE_OAUTH_TOKEN_URL',
    'SERVICE_OAUTH_USER_INFO_URL',
  ];
  const problemsWith = (address: string) =>
    problems(() => loadSettings(Object.fromEntries(names.map((name) => [name, address]))));
  for (const host of [
    'provider.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '[::2]',
  ]) {
    t.same(problemsWith(`http://${host}/path`), names, host);
    t.same(problemsWith(`https://${host}/path`), [], host);
  }
  for (const host of ['localhost:8080', '127.0.0.1', '127.1.2.3:90', '[::1]']) {
    t.same(problemsWith(`http://${host}/path`), [], host);
  }
});

t.test('addresses of OpenID Connect are given together, and its scope names it', async (t) => {
  const token = { SERVICE_OIDC_TOKEN_URL: 'https://provider.example/token' };
  t.ok(problems(() => loadSettings(token)).every((name) => name === 'SERVICE_OIDC_TOKEN_URL'));
  t.equal(problems(() => loadSettings(token)).length, 2);
  const scope = { SERVICE_OIDC_SCOPE: 'email profile' };
  t.same(
    problems(() => loadSettings(scope)),
    ['SERVICE_OIDC_SCOPE'],
  );
});
