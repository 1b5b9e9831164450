import { type ConnectionConfig, type SessionOptions } from '@sluice/driver-kit';
import { bigqueryDriver as driver } from '@sluice/driver-bigquery';
import { errorBody, startBigQueryServer } from '@sluice/testkit';
import { createServer } from 'node:net';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { notAllowed, targetsThat } from '@sluice/driver-testkit/targets';

t.setTimeout(120_000);
const server = await startBigQueryServer();
t.teardown(() => server.stop());
const { config } = server;
const key = JSON.parse(config['serviceAccountKey'] ?? '') as Record<string, string>;
const other = await startBigQueryServer();
t.teardown(() => other.stop());

const refused = (more: ConnectionConfig, options: Partial<SessionOptions> = {}) =>
  failure(
    driver.connect({ ...config, ...more }, sessionOptions({ connectTimeoutMs: 3000, ...options })),
  );
const withKey = (more: object): ConnectionConfig => ({
  serviceAccountKey: JSON.stringify({ ...key, ...more }),
});

t.beforeEach(() => {
  server.requests.length = 0;
  server.faults.clear();
});

await t.test('the key of another account is rejected', async (t) => {
  const wrong = JSON.parse(other.config['serviceAccountKey'] ?? '') as Record<string, string>;
  const error = await refused(withKey({ private_key: wrong['private_key'] }));
  t.match(error, { kind: 'authentication', outcome: 'not_run', title: /invalid_grant/ });
  const secret = (wrong['private_key'] ?? '').split('\n')[5] ?? 'none';
  t.notOk(JSON.stringify([error, error.message, error.stack, error.cause]).includes(secret));
});

await t.test('an account that may not run jobs in the project is rejected', async (t) => {
  t.match(await refused({ project: 'another-project' }), {
    kind: 'authentication',
    outcome: 'not_run',
    title: /Access Denied/,
  });
});

await t.test('a token that is rejected repeatedly is an authentication error', async (t) => {
  const answer = { do: 'answer', status: 401, body: errorBody(401, 'authError', 'No') } as const;
  server.faults.plan(({ path }) => path.endsWith('/jobs'), answer, 10);
  t.match(await refused({}), { kind: 'authentication', outcome: 'not_run' });
  t.equal(server.requests.filter(({ path }) => path.endsWith('/jobs')).length, 2);
});

await t.test('an unreachable server fails the connect within its timeout', async (t) => {
  const closed = withKey({ token_uri: 'http://127.0.0.1:1/token' });
  t.match(await refused({ apiEndpoint: 'http://127.0.0.1:1', ...closed }), {
    kind: 'connection',
    outcome: 'not_run',
    detail: /ECONNREFUSED/,
  });
  const silent = createServer((socket) => {
    socket.on('error', () => undefined).resume();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const endpoint = `http://127.0.0.1:${String(port)}`;
  const started = Date.now();
  const silence = { apiEndpoint: endpoint, ...withKey({ token_uri: `${endpoint}/token` }) };
  t.match(await refused(silence, { connectTimeoutMs: 300 }), {
    kind: 'connection',
    title: 'The database did not answer within 0.3 seconds',
  });
  server.faults.plan(({ path }) => path.endsWith('/jobs'), { do: 'hang' });
  t.match(await refused({}, { connectTimeoutMs: 300 }), { kind: 'connection' });
  const abort = new AbortController();
  const cancelled = refused(silence, { signal: abort.signal });
  abort.abort();
  t.match(await cancelled, { kind: 'cancelled', outcome: 'not_run' });
  t.ok(Date.now() - started < 5000);
  await new Promise((resolve) => silent.close(resolve));
});

await t.test(
  'the given resolver resolves all names, including those of token requests',
  async (t) => {
    const port = new URL(config['apiEndpoint'] ?? '').port;
    const requested: string[] = [];
    const endpoint = `http://localhost:${port}`;
    const connection = await driver.connect(
      { ...config, apiEndpoint: endpoint, ...withKey({ token_uri: `${endpoint}/token` }) },
      sessionOptions({
        targets: targetsThat((host, at) => {
          requested.push(`${host}:${String(at)}`);
          return [{ address: '127.0.0.1', family: 4 }];
        }),
      }),
    );
    t.ok(requested.length > 0 && requested.every((host) => host === `localhost:${port}`));
    await connection.close();
    const denied = await refused(
      { apiEndpoint: endpoint, ...withKey({ token_uri: `${endpoint}/token` }) },
      {
        targets: targetsThat(notAllowed),
      },
    );
    const { kind, outcome, title, detail } = notAllowed();
    t.match(denied, { kind, outcome, title, detail });
  },
);

await t.test('fields with unsafe addresses are rejected before anything is sent', async (t) => {
  const cases: [ConnectionConfig, RegExp][] = [
    [{ project: '' }, /project is required/],
    [{ project: '../p' }, /project must be/],
    [{ location: '' }, /location is required/],
    [{ location: 'EU/..' }, /location must be/],
    [{ dataset: 'a/b' }, /dataset must have/],
    [{ maximumBytesBilled: '1e9' }, /maximumBytesBilled must be/],
    [{ apiEndpoint: 'http://example.com' }, /must start with https/],
    [{ apiEndpoint: 'http://127.0.0.1.example.com' }, /must start with https/],
    [{ apiEndpoint: 'https://user:pass@example.com' }, /must be a URL/],
    [{ apiEndpoint: 'file:///etc/passwd' }, /must start with https/],
    [{ apiEndpoint: 'https://example.com/?a=b' }, /must have no query/],
    [{ serviceAccountKey: '' }, /serviceAccountKey is required/],
    [{ serviceAccountKey: '/etc/passwd' }, /must be the JSON text/],
    [{ serviceAccountKey: '{"type":"authorized_user"}' }, /must contain client_id, client_secret/],
    [
      {
        serviceAccountKey: JSON.stringify({
          type: 'external_account',
          credential_source: { url: 'http://169.254.169.254/' },
        }),
      },
      /must be a service account key/,
    ],
    [withKey({ private_key: 'no key' }), /unreadable private_key/],
    [withKey({ private_key: undefined }), /must contain client_email and private_key/],
    [withKey({ universe_domain: 'example.com' }), /universe domain googleapis.com/],
    [withKey({ token_uri: 'http://169.254.169.254/token' }), /must start with https/],
    [
      withKey({ token_uri: 'https://example.com/token' }),
      /neither Google's nor of the API endpoint/,
    ],
    [
      withKey({ token_uri: other.config['apiEndpoint'] }),
      /neither Google's nor of the API endpoint/,
    ],
    [
      { apiEndpoint: '', ...withKey({ token_uri: 'https://bigquery.googleapis.com/token' }) },
      /neither Google's nor of the API endpoint/,
    ],
  ];
  for (const [more, title] of cases) {
    t.match(await refused(more), { kind: 'connection', outcome: 'not_run', title });
  }
  t.strictSame(server.requests, []);
});

await t.test('a user who has signed in connects with a refresh token', async (t) => {
  const user = { serviceAccountKey: server.userCredentials };
  const connection = await driver.connect({ ...config, ...user }, sessionOptions());
  t.strictSame((await read(connection, 'SELECT 7')).rows, [[7]]);
  await connection.close();
  const wrong = server.userCredentials.replace('refresh_token":"1', 'refresh_token":"2');
  const error = await refused({ serviceAccountKey: wrong });
  t.match(error, { kind: 'authentication', outcome: 'not_run', title: /invalid_grant/ });
});

await t.test('machine credentials are used only if the operator allows them', async (t) => {
  const machine = { serviceAccountKey: '', useMachineCredentials: true };
  t.match(await refused(machine), { outcome: 'not_run', title: /does not let connections use/ });
  t.match(await refused({ useMachineCredentials: true }, { machine: { credentials: true } }), {
    title: /mutually exclusive/,
  });
});

await t.test('a redirect is not followed', async (t) => {
  server.faults.plan(({ path }) => path.endsWith('/jobs'), {
    do: 'answer',
    status: 302,
    body: '',
    headers: { location: `${other.config['apiEndpoint'] ?? ''}/bigquery/v2/projects/p/jobs` },
  });
  t.match(await refused({}), { kind: 'connection', outcome: 'not_run' });
  t.strictSame(other.requests, []);
});
