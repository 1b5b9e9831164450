// Runs in its own process: it changes the environment.
import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import { snowflakeRows, startSnowflakeServer, textColumn } from '@sluice/testkit';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { failure, read } from '@sluice/driver-testkit/contract';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

const server = await startSnowflakeServer();
t.teardown(() => server.stop());
const { connect, connected } = sessionsOf(driver, server.config);

let proxyConnections = 0;
const proxy = createServer((socket) => {
  proxyConnections++;
  socket.destroy();
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
t.teardown(() => proxy.close());
const proxyUrl = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;

const home = await mkdtemp(join(tmpdir(), 'sluice-snowflake-home-'));
t.teardown(() => rm(home, { recursive: true, force: true }));
await mkdir(join(home, '.snowflake'));
const stored = `account = "canary-account"\nuser = "canary-user"\npassword = "canary-secret"\n`;
for (const name of ['connections.toml', 'config.toml']) {
  const head = name === 'config.toml' ? '[connections.default]' : '[default]';
  await writeFile(join(home, '.snowflake', name), `${head}\n${stored}`, { mode: 0o600 });
}
await writeFile(join(home, 'token'), 'canary-token', { mode: 0o600 });

const canaries: Record<string, string> = {
  HOME: home,
  SNOWFLAKE_HOME: join(home, '.snowflake'),
  SNOWFLAKE_DEFAULT_CONNECTION_NAME: 'default',
  SNOWFLAKE_CONNECTIONS: `[default]\n${stored}`,
  SNOWFLAKE_ACCOUNT: 'canary-account',
  SNOWFLAKE_USER: 'canary-user',
  SNOWFLAKE_PASSWORD: 'canary-secret',
  SNOWFLAKE_TOKEN: 'canary-token',
  SNOWFLAKE_TOKEN_FILE_PATH: join(home, 'token'),
  SNOWFLAKE_PRIVATE_KEY_PATH: join(home, 'token'),
  SNOWFLAKE_PRIVATE_KEY_PASSPHRASE: 'canary-secret',
  SNOWFLAKE_ROLE: 'canary-role',
  SNOWFLAKE_WAREHOUSE: 'canary-warehouse',
  SNOWFLAKE_DATABASE: 'canary-database',
  SF_TEMPORARY_CREDENTIAL_CACHE_DIR: home,
  SF_PARTNER: 'canary-partner',
  AWS_ACCESS_KEY_ID: 'canary-key',
  AWS_SECRET_ACCESS_KEY: 'canary-secret',
  AWS_SESSION_TOKEN: 'canary-token',
  AZURE_CLIENT_SECRET: 'canary-secret',
  GOOGLE_APPLICATION_CREDENTIALS: join(home, 'token'),
  HTTP_PROXY: proxyUrl,
  HTTPS_PROXY: proxyUrl,
  http_proxy: proxyUrl,
  https_proxy: proxyUrl,
  ALL_PROXY: proxyUrl,
};
// Set before the client is loaded, because it reads the environment at that time.
Object.assign(process.env, canaries);

await t.test(
  'the process environment and the home directory do not affect a connection',
  async (t) => {
    server.script(/^hello$/, snowflakeRows([textColumn('T')], ['fine']));
    await connected(async (connection) => {
      t.strictSame((await read(connection, 'hello')).rows, [['fine']]);
    });
    t.ok(server.requests.length > 1);
    for (const { path, query, headers, body } of server.requests) {
      t.notMatch(JSON.stringify([path, query, headers, body]), /canary/, path);
      t.notMatch(JSON.stringify(body), home, 'no path of the home directory is sent');
    }
    t.equal(proxyConnections, 0, 'no proxy of the environment is used');
  },
);

await t.test('a missing field is not read from elsewhere', async (t) => {
  const before = server.requests.length;
  for (const missing of [
    { account: '' },
    { username: '' },
    { password: '' },
    { password: undefined },
    { account: '', username: '', password: '', accessUrl: '' },
    { password: '', privateKey: '', token: '' },
  ]) {
    const error = await failure(connect(missing));
    t.match(error, { kind: 'connection', outcome: 'not_run' }, JSON.stringify(missing));
  }
  t.equal(server.requests.length, before, 'nothing is sent');
  t.equal(proxyConnections, 0);
});
