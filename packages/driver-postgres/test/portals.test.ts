import { postgresDriver as driver } from '@sluice/driver-postgres';
import t from 'tap';
import { failure, read } from '@sluice/driver-testkit/contract';
import { fakePortals, type PortalServer } from '@sluice/driver-testkit/fake-portals';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

/** Runs `body` with a session of a server that answers in this way. */
async function connectedTo(
  test: Pick<typeof t, 'teardown'>,
  answers: PortalServer,
  body: Parameters<ReturnType<typeof sessionsOf>['connected']>[0],
): Promise<void> {
  const server = await fakePortals(answers);
  test.teardown(() => server.close());
  const config = {
    host: '127.0.0.1',
    port: server.port,
    database: 'd',
    username: 'u',
    password: '',
  };
  await sessionsOf(driver, config).connected(body);
}

// Sources: h2database issue 2901, duckgres issue 1038, ArcadeDB issue 6458 (`cuts`); ProxySQL issue 5900 (`ignores`);
// PostgreSQL protocol, "Extended Query" (`suspends`).
for (const portals of ['suspends', 'cuts', 'ignores'] as const) {
  await t.test(
    `a server that ${portals} the portal at a row count: results are complete`,
    async (t) => {
      for (const rows of [0, 1, 99, 100, 101, 500, 3000]) {
        await connectedTo(t, { portals, rows }, async (connection) => {
          const result = await read(connection, 'select n');
          t.equal(result.rows.length, rows);
          t.match(result.summary, { truncatedBy: null, command: 'SELECT' });
          const limited = await read(connection, 'select n', { maxRows: 50 });
          t.equal(limited.rows.length, Math.min(rows, 50));
          t.equal(limited.summary.truncatedBy, rows > 50 ? 'rows' : null);
        });
      }
    },
  );
}

await t.test('a result that ends where its portal should be suspended is reported as lost', (t) =>
  connectedTo(t, { portals: 'cuts', atStart: 'suspends', rows: 3000 }, async (connection) => {
    t.match(await failure(read(connection, 'select n')), {
      outcome: 'ran_result_lost',
      title: /may lack rows/,
    });
    t.equal((await read(connection, 'select n')).rows.length, 3000, 'the next one is complete');
  }),
);

await t.test('a result that ends before a page does is complete on such a server', (t) =>
  connectedTo(t, { portals: 'cuts', atStart: 'suspends', rows: 99 }, async (connection) => {
    t.equal((await read(connection, 'select n')).rows.length, 99);
    const { summary } = await read(connection, 'select n', { maxRows: 50 });
    t.equal(summary.truncatedBy, 'rows', 'a row limit below the page needs no further row');
  }),
);

// Source: cockroachdb issues 40195 and 48842.
await t.test('types are looked up while no portal is open', (t) =>
  connectedTo(t, { portals: 'suspends', rows: 200, oid: 90_000 }, async (connection) => {
    t.equal((await read(connection, 'select n')).rows.length, 200);
  }),
);

await t.test('a slow page of CockroachDB is waited for without a Describe', (t) =>
  connectedTo(t, { portals: 'suspends', rows: 150, isSlowCockroach: true }, async (connection) => {
    t.equal((await read(connection, 'select n')).rows.length, 150);
  }),
);
