import type { TableDetail } from '@sluice/contracts';
import { postgresDriver as driver } from '@sluice/driver-postgres';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { read } from '@sluice/driver-testkit/contract';
import { sessionsOf } from '@sluice/driver-testkit/sessions';
import t from 'tap';

const cluster = await startCluster();
t.teardown(() => cluster.stop());
const { connected } = sessionsOf(driver, cluster.config);
const { signal } = new AbortController();

const statements = [
  'create schema shop',
  'create table shop.customers (region text, id int, primary key (region, id))',
  `create table shop."Or'der" (
     id bigint generated always as identity primary key,
     region text collate "C" not null default 'eu''s',
     customer int not null,
     price numeric(10,2) check (price > 0),
     double numeric generated always as (price * 2) stored,
     code text,
     constraint one_code unique (code, region),
     foreign key (region, customer) references shop.customers (region, id) on delete cascade
   )`,
  `create index by_text on shop."Or'der" (lower(code), price) where price > 1`,
  `comment on table shop."Or'der" is 'what''s bought'`,
  `comment on column shop."Or'der".price is 'in euros'`,
  `insert into shop.customers select 'eu''s', n from generate_series(1, 500) n`,
  `insert into shop."Or'der" (customer, price) select n, n from generate_series(1, 500) n`,
  'analyze shop.customers',
  `analyze shop."Or'der"`,
  `create view shop.cheap as select id from shop."Or'der" where price < 10`,
  'create materialized view shop.kept as select id from shop.cheap',
  'create unique index kept_id on shop.kept (id)',
  'create table shop.parts (at date not null, n int) partition by range (at)',
  `create role viewer login password 'v'`,
  'grant usage on schema shop to viewer',
  'grant select on shop.customers to viewer',
];
await connected(async (connection) => {
  for (const sql of statements) await read(connection, sql);
});

await t.test('the detail of a table has keys, indexes, rows and comment', (t) =>
  connected(async (connection) => {
    const detail = await connection.describeTable({ schema: 'shop', name: "Or'der" }, signal);
    t.match(detail, {
      schema: 'shop',
      name: "Or'der",
      type: 'table',
      description: "what's bought",
      rowEstimate: 500,
      keys: [
        { name: "Or'der_pkey", kind: 'primary', columns: ['id'] },
        { name: 'one_code', kind: 'unique', columns: ['code', 'region'] },
      ],
      foreignKeys: [
        {
          name: "Or'der_region_customer_fkey",
          columns: ['region', 'customer'],
          referencedSchema: 'shop',
          referencedTable: 'customers',
          referencedColumns: ['region', 'id'],
        },
      ],
      indexes: [
        { name: "Or'der_pkey", columns: ['id'], isUnique: true, method: 'btree' },
        { name: 'by_text', columns: ['lower(code)', 'price'], isUnique: false, method: 'btree' },
        { name: 'one_code', columns: ['code', 'region'], isUnique: true },
      ],
      ddlSource: 'catalog',
    });
  }),
);

await t.test('the DDL of each relation creates the same relation again', (t) =>
  connected(async (connection) => {
    const names = ['customers', "Or'der", 'cheap', 'kept', 'parts'];
    const described = async (name: string): Promise<TableDetail> => {
      const detail = await connection.describeTable({ schema: 'shop', name }, signal);
      if (detail === null) throw new Error(`No detail of ${name}`);
      return { ...detail, rowEstimate: null };
    };
    const before: TableDetail[] = [];
    for (const name of names) before.push(await described(name));
    await read(connection, 'drop schema shop cascade');
    await read(connection, 'create schema shop');
    for (const { ddl } of before) {
      for (const sql of (ddl ?? '').split(/;\n?/)) if (sql !== '') await read(connection, sql);
    }
    for (const [index, name] of names.entries()) {
      t.strictSame(await described(name), before[index], name);
    }
    await read(connection, 'drop schema shop cascade');
    for (const sql of statements.filter((each) => !each.startsWith('create role'))) {
      await read(connection, sql);
    }
  }),
);

await t.test('a table without statistics has no estimate, and a view no keys', (t) =>
  connected(async (connection) => {
    const parts = await connection.describeTable({ schema: 'shop', name: 'parts' }, signal);
    t.match(parts, { type: 'partitioned table', rowEstimate: null, keys: [], foreignKeys: [] });
    const view = await connection.describeTable({ schema: 'shop', name: 'cheap' }, signal);
    t.match(view, { type: 'view', rowEstimate: null, keys: [], indexes: [] });
    t.match(view?.ddl, /^create view shop.cheap as\n/);
  }),
);

await t.test('a user sees no detail of a table without privileges', (t) =>
  connected(
    async (connection) => {
      const named = (name: string) => connection.describeTable({ schema: 'shop', name }, signal);
      t.equal((await named('customers'))?.rowEstimate, 500);
      t.equal(await named("Or'der"), null);
      t.equal(await named("x' or true --"), null);
      t.equal(await named("x\\' or true --"), null);
    },
    { username: 'viewer', password: 'v' },
  ),
);
