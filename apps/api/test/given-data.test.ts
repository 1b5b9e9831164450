import { readEnvironmentConnections, writeGivenData } from '@sluice/api';
import { loadApiConfig } from '@sluice/config';
import type { Batch, Connection, Query } from '@sluice/contracts';
import { AppError } from '@sluice/errors';
import t, { type Test } from 'tap';
import { seedFolder } from './seed-folder.js';
import { openTestApi, sampleConnection, type TestApi } from './support.js';

const prefix = 'SERVICE_CONNECTIONS__';

/** Variables of a connection of the environment. */
const variablesOf = (id: string, fields: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ driver: 'postgres', ...sampleConnection.data, ...fields }).map(
      ([field, value]) => [`${prefix}${id}__${field}`, value],
    ),
  );

const secrets = {
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  SERVICE_PASSPHRASE: 'a passphrase of more than 32 characters',
  SERVICE_COOKIE_SECRET: 'another secret of more than 32 characters',
};

/** Does what an API does at its start with these variables beside the usual ones. */
async function start({ database, cipher }: TestApi, variables: Record<string, string>) {
  const { settings, connections } = loadApiConfig({ ...secrets, ...variables });
  const read = readEnvironmentConnections(connections, false);
  if (read.problems.length > 0) throw new Error(read.problems.map((each) => each.path).join());
  const log = { info: () => undefined };
  await writeGivenData({ settings, connections: read.connections, database, cipher, log });
}

/** What is wrong with what is given. @throws when nothing is. */
async function problemsOf(api: TestApi, variables: Record<string, string>): Promise<string[]> {
  try {
    await start(api, variables);
  } catch (error) {
    if (error instanceof AppError) return (error.detail ?? '').split('\n');
    throw error;
  }
  throw new Error('Nothing is wrong');
}

const open = async (t: Test): Promise<TestApi> => {
  const api = await openTestApi();
  t.teardown(() => api.close());
  return api;
};

const finder =
  ({ admin }: TestApi) =>
  async (id: string): Promise<Connection> =>
    (await admin('GET', `/api/connections/${id}`)).json<Connection>();

const hasOne = (t: Test, lines: string[], ...patterns: RegExp[]): void => {
  for (const pattern of patterns) {
    t.equal(lines.filter((line) => pattern.test(line)).length, 1, String(pattern));
  }
  t.equal(lines.length, patterns.length, lines.join('\n'));
};

t.test('connections of the environment', async (t) => {
  const api = await open(t);
  const find = finder(api);
  const given = variablesOf('given', { MAXROWS: '2', ssl: 'true' });

  t.test('are listed, encrypted, and changed nowhere else', async (t) => {
    await start(api, given);
    t.match(await find('given'), {
      name: 'given',
      editable: false,
      maxRows: 2,
      data: { host: 'db.example.com', password: '', ssl: true },
    });
    const row = await api.database.connection.findUniqueOrThrow({ where: { id: 'given' } });
    t.notMatch(Buffer.from(row.encryptedData).toString('latin1'), 'canary-password-1');
    for (const [method, body] of [['PUT', { name: 'Mine' }] as const, ['DELETE'] as const]) {
      const answer = await api.admin(method, '/api/connections/given', body);
      t.equal(answer.statusCode, 400);
      t.match(answer.json(), { code: 'not_editable', errors: [{ path: 'id' }] });
    }
    t.match(await find('given'), { name: 'given' });
    const other = await api.admin('POST', '/api/connections', { id: 'other', ...sampleConnection });
    t.match(other.json(), { editable: true });
  });

  t.test('may name fields by their aliases', async (t) => {
    const { host, database, ...rest } = sampleConnection.data;
    const fields = { driver: 'postgres', ...rest, HOSTNAME: host, db: database, useTls: 'true' };
    const variables: Record<string, string> = { ...given };
    for (const [key, value] of Object.entries(fields)) {
      variables[`${prefix}aliased__${key}`] = value;
    }
    await start(api, variables);
    t.match(await find('aliased'), { data: { host, database, ssl: true } });
    await start(api, given);
  });

  t.test('may be named by access rows', async (t) => {
    await api.database.connectionAccess.deleteMany();
    t.same((await api.editor('GET', '/api/connections')).json(), []);
    const grant = { connectionId: 'given', userId: '__EVERYONE__' };
    const access = await api.admin('POST', '/api/connection-accesses', grant);
    t.match(access.json(), { connectionName: 'given' });
    t.match((await api.editor('GET', '/api/connections')).json(), [{ id: 'given' }]);
  });

  t.test('follow the environment, with several APIs at once', async (t) => {
    const before = await find('given');
    await Promise.all([start(api, given), start(api, given)]);
    t.same(await find('given'), before, 'what is so already is not touched');
    const changed = variablesOf('given', { name: 'Renamed', password: 'another' });
    await Promise.all([start(api, changed), start(api, changed), start(api, changed)]);
    t.match(await find('given'), { name: 'Renamed', maxRows: null, editable: false });
    const row = await api.database.connection.findUniqueOrThrow({ where: { id: 'given' } });
    t.match(api.cipher.decrypt(row.encryptedData, 'connections/given'), { password: 'another' });
    t.equal(row.version, 2, 'changed once');
  });

  t.test('go with it, and leave their batches behind', async (t) => {
    const batch = { connectionId: 'given', batchText: 'select 1' };
    const { id } = (await api.admin('POST', '/api/batches', batch)).json<Batch>();
    await start(api, {});
    t.equal((await api.admin('GET', '/api/connections/given')).statusCode, 404);
    t.equal(await api.database.connectionAccess.count(), 0, 'with their access rows');
    t.equal((await api.admin('GET', `/api/batches/${id}`)).statusCode, 200);
    t.equal((await api.admin('GET', '/api/connections/other')).statusCode, 200, 'others stay');
  });

  t.test('take no id that somebody has stored', async (t) => {
    hasOne(
      t,
      await problemsOf(api, variablesOf('other')),
      /^SERVICE_CONNECTIONS__other__driver names a connection that somebody has stored/,
    );
    t.match(await find('other'), { name: 'Warehouse', editable: true });
  });
});

t.test('seeded connections', async (t) => {
  const api = await open(t);
  const find = finder(api);
  const seed = { id: 'seeded', ...sampleConnection, maxRows: 5 };

  t.test('are written at each start, by several APIs at once', async (t) => {
    const SERVICE_SEED_DATA_PATH = await seedFolder(t, {
      'connections/one.json': `\uFEFF${JSON.stringify(seed)}`,
      'connections/notes.txt': 'no seed',
      'connections/.hidden.json': 'no seed',
    });
    const settings = { SERVICE_SEED_DATA_PATH };
    await Promise.all([1, 2, 3].map(() => start(api, settings)));
    const seeded = await find('seeded');
    t.match(seeded, { name: 'Warehouse', maxRows: 5, editable: true });
    await start(api, settings);
    t.same(await find('seeded'), seeded, 'what is so already is not touched');
    await api.admin('PUT', '/api/connections/seeded', { name: 'Mine', readOnly: true });
    await start(api, settings);
    t.match(await find('seeded'), { name: 'Warehouse', maxRows: 5, readOnly: false });
  });

  t.test('with problems are told by file, all at once, and none is written', async (t) => {
    const fine = JSON.stringify({ ...seed, id: 'fine' });
    const SERVICE_SEED_DATA_PATH = await seedFolder(t, {
      'connections/broken.json': '{ "id": ',
      'connections/fine.json': fine,
      'connections/list.json': '[]',
      'connections/same.json': fine,
      'connections/wrong.json':
        '{ "driver": "postgres", "maxRows": "x", "data": { "hots": "h", "port": 1, "postgresSsl": true } }',
    });
    hasOne(
      t,
      await problemsOf(api, { SERVICE_SEED_DATA_PATH }),
      /^connections\/broken\.json: .*JSON/,
      /^connections\/list\.json: /,
      /^connections\/same\.json: id is that of connections\/fine\.json/,
      /^connections\/wrong\.json: id is required/,
      /^connections\/wrong\.json: name /,
      /^connections\/wrong\.json: maxRows /,
      /^connections\/wrong\.json: data\.hots is unknown; did you mean host\?/,
      /^connections\/wrong\.json: data\.postgresSsl is unknown; did you mean ssl\?/,
      /^connections\/wrong\.json: data\.host is required/,
      /^connections\/wrong\.json: data\.database is required/,
      /^connections\/wrong\.json: data\.username is required/,
      /^connections\/wrong\.json: data\.port must be of type string/,
    );
    t.equal((await api.admin('GET', '/api/connections/fine')).statusCode, 404);
    hasOne(
      t,
      await problemsOf(api, { SERVICE_SEED_DATA_PATH: `${SERVICE_SEED_DATA_PATH}/none` }),
      /^SERVICE_SEED_DATA_PATH: .*none is not a directory with connections or queries/,
    );
  });

  t.test('take no id of the environment', async (t) => {
    const SERVICE_SEED_DATA_PATH = await seedFolder(t, {
      'connections/given.json': JSON.stringify({ ...seed, id: 'given' }),
    });
    hasOne(
      t,
      await problemsOf(api, { ...variablesOf('given'), SERVICE_SEED_DATA_PATH }),
      /^connections\/given\.json: id is that of a connection of the environment/,
    );
    t.match(await find('given'), { editable: false });
  });
});

t.test('seeded queries', async (t) => {
  const api = await open(t);
  const find = async (id: string): Promise<Query> =>
    (await api.admin('GET', `/api/queries/${id}`)).json<Query>();
  const files = (queryText: string) => ({
    'queries/orders.json': JSON.stringify({
      id: 'orders',
      name: 'Orders',
      connectionId: 'seeded',
      queryText,
      chart: { chartType: 'line', fields: { x: 'day' } },
      tags: ['b', ' a '],
    }),
    'queries/mine.json': JSON.stringify({ id: 'mine', name: 'Mine', queryText, acl: [] }),
  });

  t.test('are written by several APIs at once, for everyone to read', async (t) => {
    const settings = { SERVICE_SEED_DATA_PATH: await seedFolder(t, files('select 1')) };
    await Promise.all([1, 2, 3].map(() => start(api, settings)));
    const orders = await find('orders');
    t.match(orders, {
      name: 'Orders',
      connectionId: 'seeded',
      queryText: 'select 1',
      chart: { fields: { x: 'day' } },
      tags: ['b', 'a'],
      acl: [{ groupId: '__EVERYONE__', write: false }],
      createdByUser: null,
    });
    t.match((await api.editor('GET', '/api/queries/orders')).json(), {
      canRead: true,
      canWrite: false,
      canDelete: false,
    });
    t.equal((await api.editor('GET', '/api/queries/mine')).statusCode, 403);
    await start(api, settings);
    t.same(await find('orders'), orders, 'what is so already is not touched');
  });

  t.test('follow their files until a person has changed them', async (t) => {
    await api.admin('PUT', '/api/queries/mine', { queryText: 'select mine' });
    const settings = { SERVICE_SEED_DATA_PATH: await seedFolder(t, files('select 2')) };
    await Promise.all([1, 2, 3].map(() => start(api, settings)));
    t.match(await find('orders'), { queryText: 'select 2' });
    t.match(await find('mine'), { queryText: 'select mine' });
    const [row] = await api.sql.query(`select version from queries where id = 'orders'`);
    t.same(row, { version: 2 }, 'changed once');
  });

  t.test('name owners and readers by e-mail address, as files of SQLPad do', async (t) => {
    const settings = {
      SERVICE_SEED_DATA_PATH: await seedFolder(t, {
        'queries/owned.json': JSON.stringify({
          id: 'owned',
          name: 'Owned',
          queryText: 'select 1',
          createdBy: 'later@example.com',
          acl: [
            { userEmail: 'Later@example.com', write: true },
            { userEmail: 'never@example.com' },
          ],
        }),
      }),
    };
    await start(api, settings);
    t.match(await find('owned'), { acl: [], createdByUser: null }, 'while there is no such user');
    await api.sql.query(
      `insert into users (id, email, role, updated_at) values ('later', 'later@example.com', 'editor', now())`,
    );
    await start(api, settings);
    const owned = await find('owned');
    t.match(owned, {
      createdBy: 'later',
      createdByUser: { email: 'later@example.com' },
      acl: [{ userId: 'later', write: true }],
    });
    await start(api, settings);
    t.same(await find('owned'), owned, 'what is so already is not touched');
    const SERVICE_SEED_DATA_PATH = await seedFolder(t, {
      'queries/both.json': JSON.stringify({
        id: 'both',
        name: 'Both',
        acl: [{ userId: 'later', userEmail: 'later@example.com' }],
      }),
    });
    hasOne(
      t,
      await problemsOf(api, { SERVICE_SEED_DATA_PATH }),
      /^queries\/both\.json: acl\.0 must have one of userId, userEmail and groupId/,
    );
  });

  t.test('are all checked before any is written', async (t) => {
    const SERVICE_SEED_DATA_PATH = await seedFolder(t, {
      'connections/wrong.json': '{}',
      'queries/fine.json': '{ "id": "fine", "name": "Fine" }',
      'queries/same.json': '{ "id": "fine", "name": "Same" }',
      'queries/wrong.json': '{ "name": " ", "tags": "a", "querytext": "select 1" }',
    });
    hasOne(
      t,
      await problemsOf(api, { SERVICE_SEED_DATA_PATH }),
      /^connections\/wrong\.json: id is required/,
      /^connections\/wrong\.json: name /,
      /^connections\/wrong\.json: driver /,
      /^queries\/same\.json: id is that of queries\/fine\.json/,
      /^queries\/wrong\.json: id /,
      /^queries\/wrong\.json: name /,
      /^queries\/wrong\.json: tags /,
      /^queries\/wrong\.json: .*querytext/,
    );
    t.equal((await api.admin('GET', '/api/queries/fine')).statusCode, 404);
  });
});
