// The client `pg` judges the fake server that the tests of the driver use: it must find a server as it knows it.
import pg from 'pg';
import t from 'tap';
import { backend } from '@sluice/driver-testkit/fake-postgres';
import { fakePortals, type PortalServer } from '@sluice/driver-testkit/fake-portals';

/** Runs `body` with a connected client of a server that answers in this way. */
async function connectedTo(
  test: Pick<typeof t, 'teardown'>,
  answers: PortalServer,
  body: (client: pg.Client, config: pg.ClientConfig) => Promise<void>,
): Promise<void> {
  const server = await fakePortals({ ...answers, atStart: null });
  test.teardown(() => server.close());
  const config = { host: '127.0.0.1', port: server.port, database: 'd', user: 'u', password: 'p' };
  const client = new pg.Client(config);
  await client.connect();
  try {
    await body(client, config);
  } finally {
    await client.end();
  }
}

const paged = (rows: number): pg.QueryConfig =>
  // The types of pg leave out the row count of its Execute.
  Object.assign({ text: 'select n', values: [] }, { rows, queryMode: 'extended' });

await t.test('pg connects, reads rows and reads the code of an error', (t) =>
  connectedTo(t, { portals: 'suspends', rows: 3000 }, async (client) => {
    t.equal(Reflect.get(client, 'processID'), backend.processId);
    const { rows, fields, command, rowCount } = await client.query<{ n: number }>('select n');
    t.match([rows.length, rows[2999], command, rowCount], [3000, { n: 3000 }, 'SELECT', 3000]);
    t.match(fields, [{ name: 'n', dataTypeID: 23 }]);
    t.equal((await client.query(paged(0))).rows.length, 3000, 'in the extended protocol');
    await t.rejects(client.query('fail'), { code: '42P01', severity: 'ERROR' });
    t.equal((await client.query('select n')).rows.length, 3000, 'the session stays usable');
  }),
);

await t.test('pg cancels a statement', (t) =>
  connectedTo(t, { portals: 'suspends', rows: 1 }, async (client, config) => {
    const query = client.query(new pg.Query('wait'));
    const cancelled = new Promise((resolve) => query.once('error', resolve));
    const other = new pg.Client(config);
    // Without the types of pg: they leave out its cancel.
    const cancel: unknown = Reflect.get(other, 'cancel');
    if (typeof cancel !== 'function') throw new Error('pg has no cancel');
    Reflect.apply(cancel, other, [client, query]);
    t.match(await cancelled, { code: '57014' });
  }),
);

// pg trusts the row count of its Execute, so each kind of server has another effect on it.
for (const [portals, rows] of [
  ['suspends', 3000],
  ['cuts', 100],
  ['ignores', 3000],
] as const) {
  await t.test(`pg reads ${String(rows)} of 3000 rows from a server that ${portals}`, (t) =>
    connectedTo(t, { portals, rows: 3000 }, async (client) => {
      t.equal((await client.query(paged(100))).rows.length, rows);
    }),
  );
}
