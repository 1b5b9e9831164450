import { certificate } from '@sluice/testkit';
import t from 'tap';
import { sampleConnection } from './support.js';
import { openApi } from './fixtures.js';
import { createConnection, type Json } from './connection-support.js';

t.test('responses, logs and rows contain no secrets', async (t) => {
  const api = await openApi(t);
  const { cert, key } = certificate('client');
  const [, , keyLine = ''] = key.split('\n');
  const canaries = ['canary-password-1', keyLine];
  const data = { ...sampleConnection.data, cert, key };
  const { id } = await createConnection(api, { ...sampleConnection, data });
  const url = `/api/connections/${String(id)}`;
  const responses = [
    await api.admin('GET', '/api/connections'),
    await api.admin('GET', url),
    await api.admin('PUT', url, { name: 'Other' }),
    await api.admin('PUT', url, { data: { host: 'elsewhere.example.com' } }),
    await api.editor('GET', '/api/connections'),
    await api.admin('GET', '/api/drivers'),
    await api.admin('POST', '/api/test-connection', {
      ...sampleConnection,
      data: { ...data, port: 5 },
    }),
  ];
  const [row] = await api.sql.query<{ dump: string }>(
    `select json_agg(c)::text || encode(encrypted_data, 'escape') as dump
     from connections c group by encrypted_data`,
  );
  const everything = [...responses.map((response) => response.body), row!.dump, api.log()].join(
    '\n',
  );
  for (const canary of canaries) t.notOk(everything.includes(canary), canary);
});

t.test('null removes a field', async (t) => {
  const api = await openApi(t);
  const { id } = await createConnection(api);
  const { password } = sampleConnection.data;
  const removed = { data: { password, port: null } };
  const response = await api.admin('PUT', `/api/connections/${String(id)}`, removed);
  t.notOk('port' in response.json<{ data: Json }>().data, response.body);
});

t.test('an empty or absent secret keeps the stored one; null removes it', async (t) => {
  const api = await openApi(t, { workerResponse: () => ({}) });
  const { id } = await createConnection(api);
  const url = `/api/connections/${String(id)}`;
  const storedPassword = async () => {
    await api.admin('POST', '/api/test-connection', { id, driver: 'postgres' });
    return api.workerRequests.at(-1)?.payload.data['password'];
  };
  t.equal((await api.admin('PUT', url, { data: { password: '' } })).statusCode, 200);
  t.equal(await storedPassword(), 'canary-password-1');
  const asRead = (await api.admin('GET', url)).json<Json>();
  t.equal(
    (await api.admin('PUT', url, asRead)).statusCode,
    200,
    'the response can be sent back unchanged',
  );
  t.equal(await storedPassword(), 'canary-password-1');
  await api.admin('PUT', url, { data: { password: 'new one' } });
  t.equal(await storedPassword(), 'new one');
  await api.admin('PUT', url, { data: { password: null } });
  t.equal(await storedPassword(), undefined);
});

t.test('changing the address of a connection requires its secrets', async (t) => {
  const api = await openApi(t, { workerResponse: () => ({}) });
  const { id } = await createConnection(api);
  const url = `/api/connections/${String(id)}`;
  const moves: Json[] = [
    { data: { host: 'evil.example.com' } },
    { host: 'evil.example.com' },
    { data: { port: '5433' } },
    { data: { username: 'other' } },
    { data: { database: 'other' } },
    { data: { ssl: true } },
    { data: { host: 'evil.example.com', password: '' } },
  ];
  for (const move of moves) {
    const response = await api.admin('PUT', url, move);
    t.equal(response.statusCode, 400, JSON.stringify(move));
    t.match(response.json(), { code: 'secrets_needed', errors: [{ path: 'data.password' }] });
    const test = await api.admin('POST', '/api/test-connection', {
      id,
      driver: 'postgres',
      ...move,
    });
    t.equal(test.statusCode, 400, 'a test does not send the stored secret to another address');
  }
  t.equal(api.workerRequests.length, 0);
  // The second request sends the stored password: it is accepted too, so the response does not confirm a guess.
  for (const host of ['first.example.com', 'new.example.com']) {
    const moved = { host, password: 'its own' };
    t.match((await api.admin('PUT', url, { data: moved })).json(), { host });
  }
  const unchanged = { data: { host: 'new.example.com', ssl: false } };
  t.equal((await api.admin('PUT', url, unchanged)).statusCode, 200, 'false equals an absent value');
});

t.test(
  'a connection encrypted with another passphrase stays listed and can be rewritten',
  async (t) => {
    const api = await openApi(t);
    const { id } = await createConnection(api);
    await api.sql.query(`update connections set encrypted_data = '\\x00'`);
    const url = `/api/connections/${String(id)}`;
    t.equal((await api.admin('GET', '/api/connections')).statusCode, 200);
    t.equal(
      (await api.admin('PUT', url, { name: 'x' })).statusCode,
      400,
      "the driver's fields are required",
    );
    const rewritten = await api.admin('PUT', url, { data: sampleConnection.data });
    t.match(rewritten.json(), { host: 'db.example.com' });
  },
);
