import { readFile } from 'node:fs/promises';
import { loadApiConfig, loadSettings, resultsStore, settings, settingsPage } from '@sluice/config';
import type { AppError } from '@sluice/errors';
import t from 'tap';
import { problems } from './support.js';

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

t.test('worker pools are distinct names', async (t) => {
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

t.test('all problems are reported at once by setting name', async (t) => {
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

t.test('the S3 store requires a bucket and either a complete access key or none', async (t) => {
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

t.test('lists of target hosts are parsed and validated when the settings are loaded', async (t) => {
  const { settings } = loadSettings({
    SERVICE_TARGET_HOSTS_ALLOW: ' db.internal  10.0.0.0/8:5432 [fd00::/8]:5432 *.corp.example ',
    SERVICE_TARGET_HOSTS_DENY: '',
  });
  t.match(settings.SERVICE_TARGET_HOSTS_ALLOW, [
    { text: 'db.internal', port: null, hosts: { kind: 'name', name: 'db.internal' } },
    { text: '10.0.0.0/8:5432', port: 5432, hosts: { kind: 'network', bits: 8 } },
    { text: '[fd00::/8]:5432', port: 5432, hosts: { kind: 'network', bits: 8 } },
    { text: '*.corp.example', port: null, hosts: { kind: 'names', suffix: '.corp.example' } },
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
  t.match(error.detail, /contains "10\.0\.0\.0\/33", which is not a host/);
});

t.test('an unknown name is a warning with the nearest setting', async (t) => {
  t.same(loadSettings({ SERVICE_PROT: '1' }).warnings, [
    'Unknown setting SERVICE_PROT; did you mean SERVICE_PORT?',
  ]);
});

t.test(
  'each SQLPad variable is a warning that names its counterpart and not its value',
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

t.test('connections and webhooks in the environment are known names', async (t) => {
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

t.test('connection variables without an id or a field prevent the start', async (t) => {
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

t.test('every setting has a description', async (t) => {
  for (const [name, schema] of Object.entries(settings)) t.ok(schema.description, name);
});

t.test('docs/reference/settings.md is up to date', async (t) => {
  const page = await readFile(
    new URL('../../../docs/reference/settings.md', import.meta.url),
    'utf8',
  );
  t.equal(page, settingsPage(), 'run node scripts/document-settings.mjs');
});
