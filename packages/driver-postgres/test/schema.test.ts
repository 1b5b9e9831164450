import { postgresDriver as driver } from '@sluice/driver-postgres';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { failure, read } from '@sluice/driver-testkit/contract';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

const cluster = await startCluster();
t.teardown(() => cluster.stop());
const { connected } = sessionsOf(driver, cluster.config);

await t.test(
  'the schema contains what its user may see, sorted, with types and comments',
  async (t) => {
    await connected(async (connection) => {
      const statements = [
        'create schema shop',
        `comment on schema shop is 'the shop'`,
        'create schema hidden',
        'create table hidden.h (x int)',
        'create table shop.b (id int primary key, tags text[], price numeric(10,2), gone int)',
        'alter table shop.b drop column gone',
        `comment on table shop.b is 'bees'`,
        `comment on column shop.b.tags is 'what it''s about'`,
        'create view shop.a as select id from shop.b',
        'create materialized view shop.m as select 1 as one',
        'create table shop.p (at date, n int) partition by range (at)',
        `create table shop.p_2024 partition of shop.p for values from ('2024-01-01') to ('2025-01-01')`,
        'create table shop.secret (x int)',
        'create table shop.half (seen int, unseen int)',
        'create extension if not exists plpgsql',
        `create role viewer login password 'v'`,
        'grant usage on schema shop to viewer',
        'grant select on shop.a, shop.b, shop.m, shop.p to viewer',
        'grant select (seen) on shop.half to viewer',
        'create temp table mine (x int)',
      ];
      for (const sql of statements) await read(connection, sql);
    });
    await connected(
      async (connection) => {
        await read(connection, 'create temp table own (x int)');
        const schema = await connection.introspect(new AbortController().signal);
        t.ok('schemas' in schema);
        const found = 'schemas' in schema ? schema.schemas : [];
        t.strictSame(
          found.map(({ name, description }) => [name, description]),
          [
            ['public', 'standard public schema'],
            ['shop', 'the shop'],
          ],
        );
        const column = (name: string, dataType: string, description = ''): object => ({
          name,
          description,
          dataType,
        });
        t.strictSame(found[1]?.tables, [
          { name: 'a', description: '', type: 'view', columns: [column('id', 'integer')] },
          {
            name: 'b',
            description: 'bees',
            type: 'table',
            columns: [
              column('id', 'integer'),
              column('tags', 'text[]', "what it's about"),
              column('price', 'numeric(10,2)'),
            ],
          },
          { name: 'half', description: '', type: 'table', columns: [column('seen', 'integer')] },
          {
            name: 'm',
            description: '',
            type: 'materialized view',
            columns: [column('one', 'integer')],
          },
          {
            name: 'p',
            description: '',
            type: 'partitioned table',
            columns: [column('at', 'date'), column('n', 'integer')],
          },
        ]);
        t.match(await failure(connection.introspect(AbortSignal.abort())), { kind: 'cancelled' });
      },
      { username: 'viewer', password: 'v' },
    );
  },
);
