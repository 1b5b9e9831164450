import { DriverError, type ConnectionConfig, type Targets } from '@sluice/driver-kit';
import { driverFor } from '@sluice/drivers';
import { readEntry, type TargetEntry } from '@sluice/targets';
import { forbiddenSpellings, spellingsOfV4 } from '@sluice/testkit';
import { createTargets, type TargetOptions } from '@sluice/worker';
import { generateKeyPairSync } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns/promises';
import t from 'tap';
import { startCanary } from './canary.js';

const canary = await startCanary();
t.teardown(() => canary.stop());

const list = (text: string): TargetEntry[] =>
  text
    .split(' ')
    .map(readEntry)
    .filter((entry) => entry !== null);

const written: object[] = [];

/** Rules with a resolver that knows `names`. */
function rules(
  names: Record<string, string[]>,
  allow = '',
  more: Partial<TargetOptions> = {},
): { targets: Targets; asked: string[] } {
  const asked: string[] = [];
  const targets = createTargets({
    allow: list(allow),
    deny: [],
    endpoints: [],
    lookup: async (name) => {
      asked.push(name);
      const found = names[name];
      if (found === undefined) throw new Error(`getaddrinfo ENOTFOUND ${name}`);
      return Promise.resolve(
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
    log: { warn: (line: object) => written.push(line) } as never,
    ...more,
  });
  return { targets, asked };
}

async function refusal(promise: Promise<unknown>): Promise<DriverError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof DriverError) return error;
    throw error;
  }
  throw new Error('The host was not refused');
}

const notAllowed = {
  kind: 'connection',
  outcome: 'not_run',
  title: 'Connections to this host are not allowed',
  detail: /SERVICE_TARGET_HOSTS_ALLOW and SERVICE_TARGET_HOSTS_DENY/,
};

const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

/** Returns the fields of each driver for a host and a port. */
const fields: Record<string, (host: string, port: number) => ConnectionConfig> = {
  postgres: (host, port) => ({ host, port, database: 'x', username: 'x', password: 'x' }),
  mysql: (host, port) => ({ host, port, database: 'x', username: 'x', password: 'x' }),
  snowflake: (host, port) => ({
    account: 'x',
    username: 'x',
    password: 'x',
    accessUrl: `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`,
  }),
  bigquery: (host, port) => {
    const url = `https://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
    const key = { type: 'service_account', client_email: 'x@y', private_key: pem };
    return {
      project: 'x',
      location: 'EU',
      apiEndpoint: url,
      serviceAccountKey: JSON.stringify({ ...key, token_uri: `${url}/token` }),
    };
  },
};

async function connect(id: string, config: ConnectionConfig, targets: Targets): Promise<unknown> {
  const driver = await driverFor(id);
  if (!driver) throw new Error(`Unknown driver ${id}`);
  return driver.connect(config, {
    signal: new AbortController().signal,
    connectTimeoutMs: 20_000,
    applicationName: 'test',
    readOnly: false,
    targets,
  });
}

await t.test('every spelling of a forbidden address is refused with the same error', async (t) => {
  // Only the system knows which numbers it accepts as an address.
  const { targets } = rules({}, '', { lookup: (name) => systemLookup(name, { all: true }) });
  const spellings = forbiddenSpellings();
  t.ok(spellings.length >= 200, `${String(spellings.length)} spellings`);
  const words = new Set<string>();
  for (const spelling of spellings) {
    for (const asked of [targets.resolve(spelling, 5432), targets.behindProxy(spelling, 5432)]) {
      const { kind, outcome, title, detail } = await refusal(asked);
      words.add(JSON.stringify({ kind, outcome, title, detail }));
    }
  }
  t.equal(words.size, 1);
  t.match(JSON.parse([...words].join()), notAllowed);
});

for (const [id, fieldsFor] of Object.entries(fields)) {
  await t.test(`${id}: no spelling of this machine opens a socket`, async (t) => {
    const { targets } = rules({
      'inside.test': ['127.0.0.1'],
      'both.test': ['8.8.8.8', '127.0.0.1'],
      'six.test': ['::1'],
      'localhost.': ['127.0.0.1'],
      localhost: ['127.0.0.1', '::1'],
    });
    const hosts = [
      ...spellingsOfV4('127.0.0.1').filter((host) => !/[[%]/.test(host)),
      ...['::1', '0', '0.0.0.0', '::', '127.1', '127.0.1', '127.000.000.001', 'LocalHost'],
      ...['localhost', 'localhost.', 'inside.test', 'INSIDE.test', 'both.test', 'six.test'],
      // Name lookups treat circled letters as letters.
      'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    ];
    // Its client asks for a token three times, with pauses, whatever the answer is.
    const asked = id === 'bigquery' ? hosts.filter((_, n) => n % 5 === 0) : hosts;
    for (const host of asked) {
      const error = await refusal(connect(id, fieldsFor(host, canary.port), targets));
      t.match(error, { kind: 'connection', outcome: 'not_run' }, host);
      t.notMatch(`${error.title}${String(error.detail)}`, /127\.0\.0\.1|::1/, host);
    }
    t.equal(canary.seen(), 0);
  });
}

await t.test('a name that changes is connected to at the checked address', async (t) => {
  const answers = ['8.8.8.8', '127.0.0.1'];
  const { targets } = rules({}, '', {
    lookup: () => Promise.resolve([{ address: answers.shift() ?? '127.0.0.1', family: 4 }]),
  });
  t.same(await targets.resolve('rebinding.test', 1), [{ address: '8.8.8.8', family: 4 }]);
  t.match(await refusal(targets.resolve('rebinding.test', 1)), notAllowed);
  // One lookup for one connection: the second answer, which is forbidden, is never requested.
  let lookups = 0;
  const turning = rules({}, '127.0.0.2', {
    lookup: () =>
      Promise.resolve([{ address: ++lookups === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }]),
  });
  const config = { ...fields['postgres']?.('turning.test', canary.port) };
  const before = canary.seen();
  await refusal(connect('postgres', config, turning.targets));
  t.equal(lookups, 1);
  t.equal(canary.seen(), before + 1, 'it connected to the allowed address');
});

await t.test('one forbidden address of a name forbids the name', async (t) => {
  const { targets } = rules(
    { 'mixed.test': ['10.0.0.1', '10.0.0.2', '192.168.0.1'], 'fine.test': ['10.0.0.1', '8.8.8.8'] },
    '10.0.0.0/8',
  );
  t.match(await refusal(targets.resolve('mixed.test', 1)), notAllowed);
  t.equal((await targets.resolve('fine.test', 1)).length, 2);
});

await t.test('behind a proxy, names are resolved locally or named by the operator', async (t) => {
  const { targets, asked } = rules(
    { 'out.test': ['8.8.8.8', '8.8.4.4'], 'in.test': ['10.0.0.1'], 'own.test': ['127.0.0.1'] },
    '*.far.test own.test *',
    { allow: list('*.far.test own.test') },
  );
  t.equal(await targets.behindProxy('out.test', 1), '8.8.8.8');
  t.equal(await targets.behindProxy('DB.far.test', 1), 'db.far.test');
  t.equal(await targets.behindProxy('::ffff:8.8.8.8', 1), '8.8.8.8');
  t.strictSame(asked, ['out.test'], 'names that the operator lists are left to the proxy');
  t.match(await refusal(targets.behindProxy('in.test', 1)), notAllowed);
  t.match(await refusal(targets.behindProxy('nowhere.test', 1)), {
    title: 'The name of the host behind the proxy cannot be resolved',
    detail: /SERVICE_TARGET_HOSTS_ALLOW/,
  });
});

await t.test(
  'neither a proxy nor the host behind it is connected to if one is forbidden',
  async (t) => {
    const before = canary.seen();
    const { targets } = rules({ 'proxy.test': ['127.0.0.1'] }, '127.0.0.2');
    for (const id of ['postgres', 'mysql']) {
      for (const [host, socksHost] of [
        ['8.8.8.8', '127.0.0.1'],
        ['8.8.8.8', 'proxy.test'],
        ['8.8.8.8', '2130706433'],
        ['127.0.0.1', '127.0.0.2'],
        ['169.254.169.254', '127.0.0.2'],
        ['nowhere.test', '127.0.0.2'],
      ] as const) {
        const config = {
          ...fields[id]?.(host, 5432),
          useSocks: true,
          socksHost,
          socksPort: canary.port,
        };
        const error = await refusal(connect(id, config, targets));
        t.match(error, { kind: 'connection', outcome: 'not_run' }, `${host} by ${socksHost}`);
      }
    }
    t.equal(canary.seen(), before);
  },
);

await t.test(
  'the metadata database and the queue are recognized by the addresses of their names',
  async (t) => {
    const names: Record<string, string[]> = { 'meta.test': ['8.8.8.8'], 'redis.test': ['9.9.9.9'] };
    const { targets } = rules(names, '* 8.8.8.8:5432', {
      endpoints: [
        { host: 'meta.test', port: 5432, database: 'sluice' },
        { host: 'redis.test', port: 6379, database: null },
        { host: null, port: canary.port, database: null },
      ],
    });
    t.match(await refusal(targets.resolve('9.9.9.9', 6379)), notAllowed);
    t.match(await refusal(targets.resolve('::ffff:9.9.9.9', 6379)), notAllowed);
    t.ok(await targets.resolve('9.9.9.9', 6380));
    t.match(await refusal(targets.resolve('8.8.8.8', 5432)), notAllowed, 'another engine');
    t.match(await refusal(targets.resolve('8.8.8.8', 5432, 'sluice')), notAllowed);
    t.match(await refusal(targets.behindProxy('8.8.8.8', 5432, 'sluice')), notAllowed);
    t.ok(await targets.resolve('8.8.8.8', 5432, 'shop'), 'its port is allowed');
    t.match(await refusal(targets.resolve('127.8.7.6', canary.port)), notAllowed);
    t.ok(await targets.resolve('127.8.7.6', canary.port - 1));
    // While it cannot be resolved, its last address counts.
    delete names['redis.test'];
    t.match(await refusal(targets.resolve('9.9.9.9', 6379)), notAllowed);
  },
);

await t.test('the metadata database cannot be reached by its Unix socket', async (t) => {
  const { targets } = rules({ 'far.test': ['8.8.8.8'] }, '', {
    endpoints: [
      { host: null, port: 5432, database: 'sluice' },
      { host: 'far.test', port: 5433, database: 'sluice' },
    ],
  });
  t.match(await refusal(targets.checkSocket(5432, 'sluice')), notAllowed);
  await targets.checkSocket(5432, 'shop');
  await targets.checkSocket(5433, 'sluice');
});

await t.test('the log contains the reason, but neither host nor address', (t) => {
  t.ok(written.length > 100);
  const keys = new Set(written.map((line) => Object.keys(line).sort().join()));
  t.strictSame([...keys], ['port,reason']);
  t.end();
});
