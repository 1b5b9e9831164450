import type { Batch } from '@sluice/contracts';
import { redisUrl, startService, startSocksProxy, targetConnection } from '@sluice/testkit';
import t from 'tap';
import { startCanary } from './canary.js';

const canary = await startCanary();
const proxy = await startSocksProxy();
t.teardown(() => Promise.all([canary.stop(), proxy.stop()]));

const own = new URL(process.env['TEST_DATABASE_URL'] ?? '');
const redis = new URL(redisUrl());
const service = await startService({
  queue: 'redis',
  workersInProcess: true,
  settings: {
    SERVICE_TARGET_HOSTS_ALLOW: [
      // The port of the metadata database's server: its other databases are allowed.
      `${own.hostname}:${own.port}`,
      `127.0.0.1:${String(proxy.port)}`,
      // Has no effect: the service's own queue and link-local addresses.
      `127.0.0.1:${redis.port} ${redis.hostname}:${redis.port} 169.254.0.0/16 0.0.0.0`,
    ].join(' '),
    SERVICE_TARGET_HOSTS_DENY: `*:${String(canary.port + 1)}`,
  },
});
t.teardown(() => service.stop());
const { admin } = service;

const notAllowed = 'Connections to this host are not allowed';

async function create(driver: string, data: object): Promise<string> {
  const body = { name: 'Elsewhere', driver, data };
  return (await admin.json<{ id: string }>('POST', '/api/connections', body)).id;
}

const credentials = { username: 'x', password: 'x', database: 'x' };
const hosts = [
  '127.0.0.1',
  'localhost',
  '2130706433',
  '::1',
  '::ffff:127.0.0.1',
  '0.0.0.0',
  '127.1',
];

await t.test('a user cannot make the service open a socket to a forbidden host', async (t) => {
  const port = String(canary.port);
  const connections: [string, object][] = [
    ...hosts.map((host): [string, object] => ['postgres', { ...credentials, host, port }]),
    ['mysql', { ...credentials, host: '127.0.0.1', port }],
    ['mysql', { ...credentials, host: '127.0.0.1', port, ssl: true }],
    [
      'postgres',
      {
        ...credentials,
        host: '127.0.0.1',
        port,
        useSocks: true,
        socksHost: '127.0.0.1',
        socksPort: String(proxy.port),
        socksUsername: proxy.user,
        socksPassword: proxy.password,
      },
    ],
    [
      'mysql',
      { ...credentials, host: '8.8.8.8', useSocks: true, socksHost: '::1', socksPort: port },
    ],
    ['snowflake', { ...credentials, account: 'x', accessUrl: `http://127.0.0.1:${port}` }],
  ];
  for (const [driver, data] of connections) {
    const label = `${driver} ${JSON.stringify(data)}`;
    const tested = await admin.request('POST', '/api/test-connection', { driver, data });
    t.equal(tested.status, 400, label);
    t.match(await tested.json(), { title: notAllowed, code: 'connect_failed' }, label);
    const id = await create(driver, data);
    const batch = await admin.run(id, 'select 1; select 2');
    t.match(batch, {
      status: 'error',
      statements: [
        {
          status: 'error',
          startTime: null,
          error: { title: notAllowed, outcome: 'not_run', code: 'connect_failed' },
        },
        { status: 'cancelled' },
      ],
    });
    t.match(batch.statements[0]?.error?.detail, /SERVICE_TARGET_HOSTS_ALLOW/);
  }
  const id = await create('postgres', { ...credentials, host: '127.1', port });
  const schema = await admin.request('GET', `/api/connections/${id}/schema`);
  t.match([schema.status, await schema.json()], [400, { title: notAllowed }]);
  const client = await admin.request('POST', '/api/connection-clients', { connectionId: id });
  t.match([client.status, await client.json()], [400, { title: notAllowed }]);
  t.equal(canary.seen(), 0, 'the canary saw no connection');
  t.equal(proxy.passedTo(canary.port), 0, 'and the proxy was not asked for it');
});

await t.test('open, closed and denied ports give the same error', async (t) => {
  const words = new Set<string>();
  for (const port of [canary.port, canary.port + 1, 1]) {
    const data = { ...credentials, host: '127.0.0.1', port: String(port) };
    const tested = await admin.request('POST', '/api/test-connection', {
      driver: 'postgres',
      data,
    });
    words.add(JSON.stringify(await tested.json()));
  }
  t.equal(words.size, 1, [...words].join('\n'));
});

await t.test(
  'the metadata database and the queue are unreachable, another database is reachable',
  async (t) => {
    const to = (address: URL, more: object): [string, object] => [
      'postgres',
      { ...(targetConnection(address.href)['data'] as object), ...more },
    ];
    const meta = new URL(service.database.url);
    const target = new URL(service.target.url);
    for (const [driver, data] of [
      to(meta, {}),
      to(meta, { host: '::ffff:127.0.0.1' }),
      to(meta, { database: 'postgres', host: '127.0.0.2' }),
      ['mysql', { ...credentials, host: target.hostname, port: target.port }],
      ['snowflake', { ...credentials, account: 'x', accessUrl: `http://${target.host}` }],
      ['postgres', { ...credentials, host: redis.hostname, port: redis.port }],
      ['postgres', { ...credentials, host: '169.254.169.254', port: '80' }],
      to(target, {
        database: meta.pathname.slice(1),
        useSocks: true,
        socksHost: '127.0.0.1',
        socksPort: String(proxy.port),
        socksUsername: proxy.user,
        socksPassword: proxy.password,
      }),
    ] as [string, object][]) {
      const batch: Batch = await admin.run(await create(driver, data), 'select 1');
      t.match(batch.statements[0]?.error, { title: notAllowed, outcome: 'not_run' }, driver);
    }
    t.match(await admin.run(service.connectionId, 'select 1'), { status: 'finished' });
    const throughProxy = to(target, {
      useSocks: true,
      socksHost: '127.0.0.1',
      socksPort: String(proxy.port),
      socksUsername: proxy.user,
      socksPassword: proxy.password,
    });
    const passed = await create(...throughProxy);
    t.match(await admin.run(passed, 'select 1'), { status: 'finished' }, 'through the proxy');
    const log = service.workerOutput();
    for (const reason of ['service', 'never', 'not allowed']) {
      t.match(log, `"reason":"${reason}"`, 'the log contains the reason');
    }
  },
);
