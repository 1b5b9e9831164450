import type { Batch } from '@sluice/contracts';
import t from 'tap';
import { seedFolder } from './seed-folder.js';
import { sampleConnection } from './support.js';
import { openApi } from './fixtures.js';
import {
  connectionFinder,
  matchesEach,
  prefix,
  provision,
  provisioningProblems,
  variablesOf,
} from './provisioning-support.js';

t.test('connections from environment variables', async (t) => {
  const api = await openApi(t);
  const find = connectionFinder(api);
  const given = variablesOf('given', { MAXROWS: '2', ssl: 'true' });

  t.test('are listed, stored encrypted and read-only', async (t) => {
    await provision(api, given);
    t.match(await find('given'), {
      name: 'given',
      editable: false,
      maxRows: 2,
      data: { host: 'db.example.com', password: '', ssl: true },
    });
    const row = await api.database.connection.findUniqueOrThrow({ where: { id: 'given' } });
    t.notMatch(Buffer.from(row.encryptedData).toString('latin1'), 'canary-password-1');
    for (const [method, body] of [['PUT', { name: 'Mine' }] as const, ['DELETE'] as const]) {
      const response = await api.admin(method, '/api/connections/given', body);
      t.equal(response.statusCode, 400);
      t.match(response.json(), { code: 'not_editable', errors: [{ path: 'id' }] });
    }
    t.match(await find('given'), { name: 'given' });
    const other = await api.admin('POST', '/api/connections', { id: 'other', ...sampleConnection });
    t.match(other.json(), { editable: true });
  });

  t.test('accept field aliases', async (t) => {
    const { host, database, ...rest } = sampleConnection.data;
    const fields = { driver: 'postgres', ...rest, HOSTNAME: host, db: database, useTls: 'true' };
    const variables: Record<string, string> = { ...given };
    for (const [key, value] of Object.entries(fields)) {
      variables[`${prefix}aliased__${key}`] = value;
    }
    await provision(api, variables);
    t.match(await find('aliased'), { data: { host, database, ssl: true } });
    await provision(api, given);
  });

  t.test('can be granted to users', async (t) => {
    await api.database.connectionAccess.deleteMany();
    t.same((await api.editor('GET', '/api/connections')).json(), []);
    const grant = { connectionId: 'given', userId: '__EVERYONE__' };
    const access = await api.admin('POST', '/api/connection-accesses', grant);
    t.match(access.json(), { connectionName: 'given' });
    t.match((await api.editor('GET', '/api/connections')).json(), [{ id: 'given' }]);
  });

  t.test('are updated from the environment by several API processes at once', async (t) => {
    const before = await find('given');
    await Promise.all([provision(api, given), provision(api, given)]);
    t.same(await find('given'), before, 'unchanged data is not written');
    const changed = variablesOf('given', { name: 'Renamed', password: 'another' });
    await Promise.all([provision(api, changed), provision(api, changed), provision(api, changed)]);
    t.match(await find('given'), { name: 'Renamed', maxRows: null, editable: false });
    const row = await api.database.connection.findUniqueOrThrow({ where: { id: 'given' } });
    t.match(api.cipher.decrypt(row.encryptedData, 'connections/given'), { password: 'another' });
    t.equal(row.version, 2, 'the row is changed once');
  });

  t.test('are deleted when the environment drops them; their batches stay', async (t) => {
    const batch = { connectionId: 'given', batchText: 'select 1' };
    const { id } = (await api.admin('POST', '/api/batches', batch)).json<Batch>();
    await provision(api, {});
    t.equal((await api.admin('GET', '/api/connections/given')).statusCode, 404);
    t.equal(await api.database.connectionAccess.count(), 0, 'their access is deleted');
    t.equal((await api.admin('GET', `/api/batches/${id}`)).statusCode, 200);
    t.equal(
      (await api.admin('GET', '/api/connections/other')).statusCode,
      200,
      'other connections stay',
    );
  });

  t.test('cannot use the id of a stored connection', async (t) => {
    matchesEach(
      t,
      await provisioningProblems(api, variablesOf('other')),
      /^SERVICE_CONNECTIONS__other__driver uses the id of a stored connection/,
    );
    t.match(await find('other'), { name: 'Warehouse', editable: true });
  });
});

t.test('seeded connections', async (t) => {
  const api = await openApi(t);
  const find = connectionFinder(api);
  const seed = { id: 'seeded', ...sampleConnection, maxRows: 5 };

  t.test('are written at each start by several API processes at once', async (t) => {
    const SERVICE_SEED_DATA_PATH = await seedFolder(t, {
      'connections/one.json': `\uFEFF${JSON.stringify(seed)}`,
      'connections/notes.txt': 'no seed',
      'connections/.hidden.json': 'no seed',
    });
    const settings = { SERVICE_SEED_DATA_PATH };
    await Promise.all([1, 2, 3].map(() => provision(api, settings)));
    const seeded = await find('seeded');
    t.match(seeded, { name: 'Warehouse', maxRows: 5, editable: true });
    await provision(api, settings);
    t.same(await find('seeded'), seeded, 'unchanged data is not written');
    await api.admin('PUT', '/api/connections/seeded', { name: 'Mine', readOnly: true });
    await provision(api, settings);
    t.match(await find('seeded'), { name: 'Warehouse', maxRows: 5, readOnly: false });
  });

  t.test(
    'are all checked together with connections before any is written; problems are reported by file',
    async (t) => {
      const fine = JSON.stringify({ ...seed, id: 'fine' });
      const SERVICE_SEED_DATA_PATH = await seedFolder(t, {
        'connections/broken.json': '{ "id": ',
        'connections/fine.json': fine,
        'connections/list.json': '[]',
        'connections/same.json': fine,
        'connections/wrong.json':
          '{ "driver": "postgres", "maxRows": "x", "data": { "hots": "h", "port": 1, "postgresSsl": true } }',
      });
      matchesEach(
        t,
        await provisioningProblems(api, { SERVICE_SEED_DATA_PATH }),
        /^connections\/broken\.json: .*JSON/,
        /^connections\/list\.json: /,
        /^connections\/same\.json: id is also the id of connections\/fine\.json/,
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
      matchesEach(
        t,
        await provisioningProblems(api, {
          SERVICE_SEED_DATA_PATH: `${SERVICE_SEED_DATA_PATH}/none`,
        }),
        /^SERVICE_SEED_DATA_PATH: .*none is not a directory that contains connections or queries/,
      );
    },
  );

  t.test('cannot use the id of a configured connection', async (t) => {
    const SERVICE_SEED_DATA_PATH = await seedFolder(t, {
      'connections/given.json': JSON.stringify({ ...seed, id: 'given' }),
    });
    matchesEach(
      t,
      await provisioningProblems(api, { ...variablesOf('given'), SERVICE_SEED_DATA_PATH }),
      /^connections\/given\.json: id is the id of a connection defined in the environment/,
    );
    t.match(await find('given'), { editable: false });
  });
});
