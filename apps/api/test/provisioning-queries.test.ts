import type { Query } from '@sluice/contracts';
import t from 'tap';
import { seedFolder } from './seed-folder.js';
import { openApi } from './fixtures.js';
import { matchesEach, provision, provisioningProblems } from './provisioning-support.js';

t.test('seeded queries', async (t) => {
  const api = await openApi(t);
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

  t.test('are written by several API processes at once and readable by everyone', async (t) => {
    const settings = { SERVICE_SEED_DATA_PATH: await seedFolder(t, files('select 1')) };
    await Promise.all([1, 2, 3].map(() => provision(api, settings)));
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
    await provision(api, settings);
    t.same(await find('orders'), orders, 'unchanged data is not written');
  });

  t.test('are updated from their files until a user changes them', async (t) => {
    await api.admin('PUT', '/api/queries/mine', { queryText: 'select mine' });
    const settings = { SERVICE_SEED_DATA_PATH: await seedFolder(t, files('select 2')) };
    await Promise.all([1, 2, 3].map(() => provision(api, settings)));
    t.match(await find('orders'), { queryText: 'select 2' });
    t.match(await find('mine'), { queryText: 'select mine' });
    const [row] = await api.sql.query(`select version from queries where id = 'orders'`);
    t.same(row, { version: 2 }, 'the row is changed once');
  });

  t.test('accept e-mail addresses for owner and readers, as in SQLPad files', async (t) => {
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
    await provision(api, settings);
    t.match(await find('owned'), { acl: [], createdByUser: null }, 'the user does not exist yet');
    await api.sql.query(
      `insert into users (id, email, role, updated_at) values ('later', 'later@example.com', 'editor', now())`,
    );
    await provision(api, settings);
    const owned = await find('owned');
    t.match(owned, {
      createdBy: 'later',
      createdByUser: { email: 'later@example.com' },
      acl: [{ userId: 'later', write: true }],
    });
    await provision(api, settings);
    t.same(await find('owned'), owned, 'unchanged data is not written');
    const SERVICE_SEED_DATA_PATH = await seedFolder(t, {
      'queries/both.json': JSON.stringify({
        id: 'both',
        name: 'Both',
        acl: [{ userId: 'later', userEmail: 'later@example.com' }],
      }),
    });
    matchesEach(
      t,
      await provisioningProblems(api, { SERVICE_SEED_DATA_PATH }),
      /^queries\/both\.json: acl\.0 must have one of userId, userEmail and groupId/,
    );
  });

  t.test('are all checked together with connections before any is written', async (t) => {
    const SERVICE_SEED_DATA_PATH = await seedFolder(t, {
      'connections/wrong.json': '{}',
      'queries/fine.json': '{ "id": "fine", "name": "Fine" }',
      'queries/same.json': '{ "id": "fine", "name": "Same" }',
      'queries/wrong.json': '{ "name": " ", "tags": "a", "querytext": "select 1" }',
    });
    matchesEach(
      t,
      await provisioningProblems(api, { SERVICE_SEED_DATA_PATH }),
      /^connections\/wrong\.json: id is required/,
      /^connections\/wrong\.json: name /,
      /^connections\/wrong\.json: driver /,
      /^queries\/same\.json: id is also the id of queries\/fine\.json/,
      /^queries\/wrong\.json: id /,
      /^queries\/wrong\.json: name /,
      /^queries\/wrong\.json: tags /,
      /^queries\/wrong\.json: .*querytext/,
    );
    t.equal((await api.admin('GET', '/api/queries/fine')).statusCode, 404);
  });
});
