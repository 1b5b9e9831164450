import pg from 'pg';
import t from 'tap';
import {
  createSample,
  ensureServiceDatabase,
  sampleDatabase,
  sampleExists,
  sampleReader,
  type EmbeddedPostgres,
  type SampleSize,
} from '@sluice/standalone';
import { startServer, temporaryFolder } from './harness.js';

// Creating a cluster takes seconds, and more on a busy machine than tap's 30 s per file.
t.setTimeout(300_000);

const size: SampleSize = { seed: 7, customers: 300, products: 60, orders: 800, events: 4000 };
const sampleReaderPassword = 'r'.repeat(43);

const passwords = { servicePassword: 's'.repeat(43), sampleReaderPassword };

async function using<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const reader = (server: EmbeddedPostgres, database = sampleDatabase): pg.ClientConfig => ({
  host: server.host,
  port: server.port,
  user: sampleReader,
  password: sampleReaderPassword,
  database,
});

/** Returns one text for all rows of all tables. */
const checksum = (server: EmbeddedPostgres): Promise<string> =>
  using(server.superuser(sampleDatabase), async (client) => {
    const sums: string[] = [];
    for (const table of ['customers', 'products', 'orders', 'order_items', 'events']) {
      const { rows } = await client.query<{ sum: string }>(
        `select md5(string_agg(line, '|' order by line)) as sum from (select t::text as line from ${table} t) l`,
      );
      sums.push(`${table} ${String(rows[0]?.sum)}`);
    }
    return sums.join('\n');
  });

const dropSample = (server: EmbeddedPostgres): Promise<void> =>
  using(server.superuser('postgres'), async (client) => {
    await client.query(`drop database ${sampleDatabase} with (force)`);
  });

t.test('the sample database', async (t) => {
  const server = await startServer(await temporaryFolder(t));
  t.teardown(() => server.stop());
  await ensureServiceDatabase(server, passwords);

  t.test('equal seeds give equal rows, other seeds give other rows', async (t) => {
    await createSample(server, size);
    const first = await checksum(server);
    await dropSample(server);
    await createSample(server, { ...size, seed: 8 });
    t.not(await checksum(server), first);
    await dropSample(server);
    await createSample(server, size);
    t.equal(await checksum(server), first);
  });

  t.test('removes the remains of an interrupted creation and starts again', async (t) => {
    await dropSample(server);
    await using(server.superuser('postgres'), (client) =>
      client.query('create database sample_unfinished'),
    );
    t.equal(await sampleExists(server), false);
    await createSample(server, size);
    t.equal(await sampleExists(server), true);
  });

  t.test('order totals match and events are within their two years', async (t) => {
    const { rows } = await using(server.superuser(sampleDatabase), (client) =>
      client.query(`select
        (select count(*) from orders o where total + coalesce(discount, 0) <>
          (select sum(quantity * unit_price) from order_items i where i.order_id = o.id)) as wrong_totals,
        (select count(*) from orders o join customers c on c.id = o.customer_id
          where o.placed_at < c.signed_up_at - interval '1 day') as before_sign_up,
        (select count(*) from events where occurred_at < '2024-01-01Z' or occurred_at >= '2026-01-01Z') as outside,
        (select count(distinct country) from customers) > 5 as many_countries,
        (select count(*) from monthly_revenue) > 50 as has_revenue`),
    );
    t.strictSame(rows, [
      {
        wrong_totals: '0',
        before_sign_up: '0',
        outside: '0',
        many_countries: true,
        has_revenue: true,
      },
    ]);
  });

  t.test('every table has a description', async (t) => {
    const { rows } = await using(reader(server), (client) =>
      client.query(`select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm')
          and obj_description(oid, 'pg_class') is null`),
    );
    t.strictSame(rows, []);
  });

  t.test('the reader can read every table and change nothing', async (t) => {
    await using(reader(server), async (client) => {
      const { rows } = await client.query('select count(*) from events');
      t.strictSame(rows, [{ count: String(size.events) }]);
      await t.rejects(client.query('delete from events'), { code: '25006' });
      await client.query('set default_transaction_read_only to off');
      for (const statement of [
        'delete from events',
        'update customers set name = name',
        "insert into products values (0, '', '', '', 0, 0, '{}')",
        'create table mine (a integer)',
        'create temporary table mine (a integer)',
        'create schema mine',
        'truncate orders',
        'refresh materialized view monthly_revenue',
        'select lo_create(0)',
        "copy events to program 'true'",
        "select pg_read_file('/etc/passwd')",
      ]) {
        await t.rejects(client.query(statement), { code: '42501' }, statement);
      }
    });
  });

  t.test('the reader cannot connect to other databases', async (t) => {
    for (const database of ['sluice', 'postgres', 'template1']) {
      await t.rejects(
        new pg.Client(reader(server, database)).connect(),
        { code: '42501' },
        database,
      );
    }
  });

  t.test('the next start resets what a reader changed about its own role', async (t) => {
    await using(reader(server), async (client) => {
      await client.query('set default_transaction_read_only to off');
      await client.query(`alter role ${sampleReader} set default_transaction_read_only to off`);
      await client.query(`alter role ${sampleReader} password 'mine'`);
    });
    await ensureServiceDatabase(server, passwords);
    const { rows } = await using(reader(server), (client) =>
      client.query('show default_transaction_read_only'),
    );
    t.strictSame(rows, [{ default_transaction_read_only: 'on' }]);
  });
});
