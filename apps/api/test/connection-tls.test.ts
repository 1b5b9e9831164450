import { certificate } from '@sluice/testkit';
import { execFileSync } from 'node:child_process';
import type { FieldError } from '@sluice/errors';
import { createPrivateKey } from 'node:crypto';
import t from 'tap';
import { createConnection, type Json } from './connection-support.js';
import { openApi } from './fixtures.js';
import {
  connectionFinder,
  matchesEach,
  provision,
  provisioningProblems,
  variablesOf,
} from './provisioning-support.js';
import { seedFolder } from './seed-folder.js';
import { sampleConnection, type TestApi } from './support.js';

const own = certificate('db.example.com');
const other = certificate('other.example');
/** A certificate that was valid in 2020. */
const expired = `-----BEGIN CERTIFICATE-----
MIIBGzCBwgIBATAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA9leHBpcmVkLmV4YW1w
bGUwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAaMRgwFgYDVQQDDA9l
eHBpcmVkLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASiLu8WOyGS
HNj8A6fscPnAlhR2qZ+F/MUkbxbdd53sD5p/Vv2OosyAgNeYIK5Ruty2NydeBBZH
KwS6bE+EdVZ0MAoGCCqGSM49BAMCA0gAMEUCIQC4kbtzS+3Lmu0VNVHuLjTpA6Qx
B5rAfbzb0bEtMN3LmgIgVgi31c3wshhw9q/gmtl+vQaU6OUMW9x0Ng47/ceh+90=
-----END CERTIFICATE-----
`;
const passphrase = 'canary-passphrase';
const encryptedKey = createPrivateKey(own.key).export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase,
});
const emptyBlock = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

const post = (api: TestApi, data: Json, driver = 'postgres') =>
  api.admin('POST', '/api/connections', {
    name: 'TLS',
    driver,
    data: { ...(driver === 'snowflake' ? snowflake : sampleConnection.data), ...data },
  });
const snowflake = { account: 'org-account', username: 'reader' };

t.test('a TLS field turns TLS on; false beside one is refused', async (t) => {
  const api = await openApi(t, { workerResponse: () => ({}) });
  for (const driver of ['postgres', 'mysql']) {
    for (const data of [
      { ca: own.cert },
      { sslSelfSigned: true },
      { cert: own.cert, key: own.key },
      { ssl: null, ca: own.cert },
    ]) {
      const name = `${driver} ${Object.keys(data).join()}`;
      t.match((await post(api, data, driver)).json(), { ssl: true, data: { ssl: true } }, name);
      const refused = await post(api, { ...data, ssl: false }, driver);
      t.equal(refused.statusCode, 400, name);
      t.match(refused.json(), { errors: [{ path: 'data.ssl', message: /requires it/ }] }, name);
    }
  }
  const off = { ssl: false, sslSelfSigned: false, ca: '', cert: ' ', key: '' };
  t.match((await post(api, off)).json(), { ssl: false });
  t.match((await post(api, { socksHost: 'proxy' })).json(), { useSocks: true });
  t.match((await post(api, { socksHost: 'proxy', useSocks: false })).json(), { useSocks: false });
});

t.test('a change cannot turn TLS off beside a stored TLS field', async (t) => {
  const api = await openApi(t, { workerResponse: () => ({}) });
  const data = { ...sampleConnection.data, ca: own.cert };
  const { id } = await createConnection(api, { ...sampleConnection, data });
  const { password } = sampleConnection.data;
  const put = (change: Json) =>
    api.admin('PUT', `/api/connections/${String(id)}`, { data: { password, ...change } });
  t.match((await put({ ssl: false })).json(), { errors: [{ path: 'data.ssl' }] });
  t.match((await put({ ssl: null })).json(), { ssl: true });
  const off = await put({ ssl: false, ca: null });
  t.match(off.json(), { ssl: false }, off.body);
  const test = await api.admin('POST', '/api/test-connection', {
    id,
    driver: 'postgres',
    data: { password, sslSelfSigned: true, ssl: false },
  });
  t.match(test.json(), { errors: [{ path: 'data.ssl' }] });
  t.equal(api.workerRequests.length, 0, 'no worker connects without TLS');
});

t.test('a connection that an older version stored without ssl uses TLS', async (t) => {
  const api = await openApi(t, { workerResponse: () => ({}) });
  const { id } = await createConnection(api);
  const stored = { ...sampleConnection.data, ca: own.cert };
  await api.database.connection.update({
    where: { id: String(id) },
    data: { encryptedData: api.cipher.encrypt(stored, `connections/${String(id)}`) },
  });
  const url = `/api/connections/${String(id)}`;
  t.match((await api.admin('GET', url)).json(), { ssl: true });
  t.match((await api.admin('PUT', url, { data: { ssl: true } })).json(), { ssl: true });
});

t.test('PEM texts are checked when they are saved', async (t) => {
  const api = await openApi(t, { workerResponse: () => ({}) });
  const ecKey = execFileSync('openssl', ['ecparam', '-name', 'prime256v1', '-genkey'], {
    encoding: 'utf8',
  });
  t.match(ecKey, /EC PARAMETERS/);
  const pair = { cert: own.cert, key: own.key };
  const cases: [data: Json, field: string, message: RegExp][] = [
    [{ ca: 'none' }, 'ca', /must contain PEM certificates, with a line -----BEGIN CERTIFICATE/],
    [{ ca: '/etc/ssl/ca.pem' }, 'ca', /must contain PEM certificates, not the path of a file/],
    [{ ca: own.cert.replaceAll('\n', '\\n') }, 'ca', /Replace the characters \\n/],
    [{ ca: own.cert.replaceAll(/^/gm, '  ').replace(/^/, 'x\n') }, 'ca', /indentation/],
    [{ ca: emptyBlock }, 'ca', /cannot be read \(1 of 1\)/],
    [{ ca: own.cert + emptyBlock }, 'ca', /cannot be read \(2 of 2\)/],
    [{ ca: own.cert + own.key }, 'ca', /must not contain a private key/],
    [{ ca: expired }, 'ca', /expired on 2021-01-01/],
    [{ cert: own.cert }, 'key', /is required with cert/],
    [{ key: own.key }, 'cert', /is required with key/],
    [{ ...pair, cert: own.cert + own.key }, 'cert', /Move it to the field key/],
    [{ ...pair, cert: emptyBlock }, 'cert', /cannot be read/],
    [{ ...pair, cert: expired }, 'cert', /expired on 2021-01-01/],
    [{ ...pair, key: other.key }, 'key', /does not belong to cert/],
    [{ ...pair, cert: other.cert + own.cert }, 'key', /its first certificate/],
    [{ ...pair, key: ecKey }, 'key', /does not belong to cert/],
    [{ ...pair, key: own.cert }, 'key', /must be a PEM private key/],
    [{ ...pair, key: encryptedKey }, 'key', /is encrypted/],
    [{ ...pair, key: own.key.slice(0, 200) }, 'key', /must be a PEM private key/],
    [{ ...pair, key: own.key.replace(/\n.{40}/, '\n') }, 'key', /cannot be read/],
  ];
  for (const driver of ['postgres', 'mysql']) {
    for (const [data, field, message] of cases) {
      const response = await post(api, data, driver);
      t.equal(response.statusCode, 400, `${driver} ${field} ${String(message)} ${response.body}`);
      const { title, errors } = response.json<{ title: string; errors: FieldError[] }>();
      const found = errors.filter(({ path }) => path === `data.${field}`);
      t.match(found, [{ message }], response.body);
      t.ok(title);
      t.notMatch(response.body, own.key.split('\n')[2] ?? '-', 'the response repeats no key');
    }
    const several = `Root:\r\n${own.cert.replaceAll('\n', '\r\n')}\r\n${expired}`;
    for (const data of [pair, { ca: several }, { ...pair, cert: own.cert + other.cert }]) {
      t.equal((await post(api, data, driver)).statusCode, 200);
    }
  }
});

t.test('the private key of Snowflake is checked with its passphrase', async (t) => {
  const api = await openApi(t);
  const cases: [data: Json, field: string, message: RegExp][] = [
    [{ privateKey: 'none' }, 'privateKey', /must be a PEM private key/],
    [{ privateKey: encryptedKey }, 'privateKeyPass', /is required: privateKey is encrypted/],
    [
      { privateKey: encryptedKey, privateKeyPass: 'wrong' },
      'privateKeyPass',
      /does not decrypt privateKey/,
    ],
  ];
  for (const [data, field, message] of cases) {
    const response = await post(api, data, 'snowflake');
    t.equal(response.statusCode, 400);
    t.match(response.json(), { errors: [{ path: `data.${field}`, message }] });
  }
  for (const data of [
    { privateKey: own.key },
    { privateKey: encryptedKey, privateKeyPass: passphrase },
    { privateKey: '{{user.data.key}}' },
    { privateKey: encryptedKey, privateKeyPass: '{{user.data.passphrase}}' },
  ]) {
    t.equal((await post(api, data, 'snowflake')).statusCode, 200);
  }
});

t.test('the key file of BigQuery is checked', async (t) => {
  const api = await openApi(t);
  const save = (serviceAccountKey: string) =>
    api.admin('POST', '/api/connections', {
      name: 'BigQuery',
      driver: 'bigquery',
      data: { project: 'my-project', location: 'EU', serviceAccountKey },
    });
  const cases: [text: string, message: RegExp][] = [
    ['/etc/key.json', /must be the JSON text of a key file, not its path/],
    [own.key, /must be the JSON text of a key file/],
    ['{"type":"service_account"}', /must contain private_key/],
    ['null', /must contain private_key/],
    [JSON.stringify({ private_key: 'none' }), /contains a private_key that cannot be read/],
  ];
  for (const [text, message] of cases) {
    const response = await save(text);
    t.equal(response.statusCode, 400, text.slice(0, 40));
    t.match(response.json(), { errors: [{ path: 'data.serviceAccountKey', message }] });
  }
  for (const file of [{ private_key: own.key }, { type: 'authorized_user' }]) {
    t.equal((await save(JSON.stringify(file))).statusCode, 200);
  }
});

t.test('an expired certificate does not block other changes of a connection', async (t) => {
  const api = await openApi(t);
  const { id } = await createConnection(api);
  const data = { ...sampleConnection.data, ssl: true, ca: expired };
  await api.database.connection.update({
    where: { id: String(id) },
    data: { encryptedData: api.cipher.encrypt(data, `connections/${String(id)}`) },
  });
  const url = `/api/connections/${String(id)}`;
  t.equal((await api.admin('PUT', url, { name: 'Renamed' })).statusCode, 200);
  const asRead = (await api.admin('GET', url)).json<Json>();
  t.equal((await api.admin('PUT', url, asRead)).statusCode, 200, 'a stored value can be sent back');
  const changed = { data: { password: 'x', ca: expired.trim() } };
  t.match((await api.admin('PUT', url, changed)).json(), { errors: [{ path: 'data.ca' }] });
});

t.test('TLS fields of the environment are checked at start, by variable', async (t) => {
  const api = await openApi(t);
  await provision(api, variablesOf('implied', { sslCa: own.cert }));
  t.match(await connectionFinder(api)('implied'), { ssl: true });
  const refused = (fields: Record<string, string>) =>
    provision(api, variablesOf('a', fields)).then(
      () => 'started',
      (error: unknown) => String(error),
    );
  t.match(await refused({ tls: 'false', ca: own.cert }), 'SERVICE_CONNECTIONS__a__tls');
  t.match(await refused({ sslCa: emptyBlock }), 'SERVICE_CONNECTIONS__a__sslCa');
  t.match(
    await refused({ cert: own.cert, clientKey: other.key }),
    'SERVICE_CONNECTIONS__a__clientKey',
  );
  const warnings: string[] = [];
  await provision(api, variablesOf('old', { CA: expired }), (text) => warnings.push(text));
  t.match(warnings, [/^SERVICE_CONNECTIONS__old__CA expired on 2021-01-01/]);
  t.match(await connectionFinder(api)('old'), { ssl: true });
});

t.test('TLS fields of seed files are checked at start, by file', async (t) => {
  const api = await openApi(t);
  const seed = (id: string, data: Json) =>
    JSON.stringify({ ...sampleConnection, id, data: { ...sampleConnection.data, ...data } });
  const SERVICE_SEED_DATA_PATH = await seedFolder(t, {
    'connections/off.json': seed('off', { ssl: false, ca: own.cert }),
    'connections/bad.json': seed('bad', { ca: 'none' }),
    'connections/pair.json': seed('pair', { cert: own.cert, key: other.key }),
  });
  matchesEach(
    t,
    await provisioningProblems(api, { SERVICE_SEED_DATA_PATH }),
    /^connections\/off\.json: data\.ssl must be true or absent: ca requires it/,
    /^connections\/bad\.json: data\.ca must contain PEM certificates/,
    /^connections\/pair\.json: data\.key does not belong to cert/,
  );
  const old = await seedFolder(t, { 'connections/old.json': seed('old', { ca: expired }) });
  const warnings: string[] = [];
  await provision(api, { SERVICE_SEED_DATA_PATH: old }, (text) => warnings.push(text));
  t.match(warnings, [/^connections\/old\.json: data\.ca expired on 2021-01-01/]);
});
