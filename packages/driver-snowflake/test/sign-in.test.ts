import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import { startSnowflakeServer } from '@sluice/testkit';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:net';
import t from 'tap';
import { failure, read } from '@sluice/driver-testkit/contract';
import { sessionsOf } from '@sluice/driver-testkit/sessions';
import { notAllowed, targetsThat } from '@sluice/driver-testkit/targets';

const passphrase = 'pass phrase';
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase },
});
const server = await startSnowflakeServer({ users: { publicKey } });
t.teardown(() => server.stop());
const { connect, connected } = sessionsOf(driver, server.config);
const noPassword = { password: '' };
const keyPair = { ...noPassword, privateKey, privateKeyPass: passphrase };

await t.test(
  'sign-in works with a key, an access token, an OAuth token and a password',
  async (t) => {
    const accessToken = { ...noPassword, programmaticAccessToken: 'access-token' };
    const oauthToken = { ...noPassword, username: '', token: 'oauth-token' };
    for (const config of [{}, accessToken, keyPair, oauthToken]) {
      await connected(async (connection) => {
        t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
      }, config);
    }
    const { body } = server.requestsTo('/session/v1/login-request').at(-2) ?? { body: {} };
    t.notOk(JSON.stringify(body).includes('PRIVATE KEY'));
  },
);

await t.test('a failed sign-in is an authentication error without any secret', async (t) => {
  const other = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const secret = 'not-the-secret';
  for (const config of [
    { password: secret },
    { ...noPassword, programmaticAccessToken: secret },
    { ...noPassword, token: secret },
    { ...noPassword, privateKey: other.privateKey },
    { ...keyPair, privateKeyPass: secret },
  ]) {
    const error = await failure(connect(config));
    t.match(error, { kind: 'authentication', outcome: 'not_run' });
    const text = JSON.stringify([error, error.message, error.stack]);
    t.notOk(text.includes(secret) || text.includes('PRIVATE KEY'));
  }
});

await t.test('invalid fields are rejected before anything is sent', async (t) => {
  const before = server.requests.length;
  for (const config of [
    { account: '' },
    { account: 'a/b' },
    { account: 'a@evil.example' },
    { username: '' },
    { password: '' },
    { token: 'and-a-password' },
    { programmaticAccessToken: 'and-a-password' },
    { account: 'app.snowflake.com' },
    { account: 'https://app.snowflake.com/myorg' },
    { account: 'https://host.example/myorg/myaccount' },
    { account: 'https://user:secret@myorg-myaccount.snowflakecomputing.com' },
    { accessUrl: 'https://user:secret@myorg-myaccount.snowflakecomputing.com' },
    { accessUrl: 'file:///etc/hostname' },
    { accessUrl: '/tmp' },
    { accessUrl: 'https://user:secret@host' },
    { accessUrl: 'https://host/path' },
    { ...noPassword, privateKey: '/root/key.pem' },
    { ...noPassword, privateKeyPath: '/root/key.pem' },
    { ...noPassword, tokenFilePath: '/root/token' },
  ]) {
    const error = await failure(connect(config));
    t.match(error, { kind: 'connection', outcome: 'not_run' }, JSON.stringify(config));
    t.notOk(error.message.includes('secret'));
  }
  t.equal(server.requests.length, before);
});

await t.test('an unresponsive server fails the connect at its timeout', async (t) => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const startedAt = Date.now();
  const options = { connectTimeoutMs: 500 };
  for (const host of [`127.0.0.1:${String(port)}`, '127.0.0.1:1', 'nowhere.invalid']) {
    const error = await failure(connect({ accessUrl: `http://${host}` }, options));
    t.match(error, { kind: 'connection', outcome: 'not_run' }, host);
  }
  t.ok(Date.now() - startedAt < 5_000);
  server.fail('/session/v1/login-request', ...Array.from({ length: 9 }, () => ({ status: 503 })));
  const failing = await failure(connect({}, { connectTimeoutMs: 300 }));
  t.match(failing, { kind: 'connection', outcome: 'not_run' });
  const abort = new AbortController();
  const connecting = connect(
    { accessUrl: `http://127.0.0.1:${String(port)}` },
    { signal: abort.signal },
  );
  abort.abort();
  t.match(await failure(connecting), { kind: 'cancelled', outcome: 'not_run' });
  await new Promise((resolve) => {
    silent.close(resolve);
    silent.unref();
    resolve(null);
  });
});

await t.test(
  'the driver resolves every address, including addresses named by the server',
  async (t) => {
    const asked: unknown[] = [];
    const targets = targetsThat((...target) => {
      asked.push(target);
      return asked.length === 1 ? [{ address: '127.0.0.1', family: 4 }] : notAllowed();
    });
    const error = await failure(connect({}, { targets: targetsThat(notAllowed) }));
    const { kind, outcome, title, detail } = notAllowed();
    t.match(error, { kind, outcome, title, detail });
    await failure(connect({}, { targets }));
    const { port } = new URL(server.url);
    t.strictSame(
      asked[0],
      ['127.0.0.1', Number(port), undefined],
      'also an address that needs no look-up',
    );
  },
);
