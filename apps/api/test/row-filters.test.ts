import { randomUUID } from 'node:crypto';
import t from 'tap';
import { type Database, Prisma } from '@sluice/database';
import { editorEmail } from './support.js';
import { openApi } from './fixtures.js';

type Client = Pick<Database, '$queryRaw' | '$transaction'>;

/** Wraps a database client so that queries on batches ask for another user's rows, as a missing filter would. */
function withLostFilter<Real extends Client>(real: Real, otherOf: Map<unknown, string>): Real {
  const queryRaw = (...query: [Prisma.Sql] | Parameters<typeof Prisma.sql>): unknown => {
    const [first] = query;
    const sql =
      first instanceof Prisma.Sql ? first : Prisma.sql(...(query as Parameters<typeof Prisma.sql>));
    if (!sql.sql.includes('from batches')) return real.$queryRaw(sql);
    for (const [at, value] of sql.values.entries()) sql.values[at] = otherOf.get(value) ?? value;
    return real.$queryRaw(sql);
  };
  const transaction = (
    work: (client: Prisma.TransactionClient) => Promise<unknown>,
    ...options: []
  ): unknown => real.$transaction((client) => work(withLostFilter(client, otherOf)), ...options);
  return new Proxy(real, {
    get: (target, name) => {
      if (name === '$queryRaw') return queryRaw;
      if (name === '$transaction') return transaction;
      return Reflect.get(target, name) as unknown;
    },
  });
}

t.test("a list with a lost user filter fails instead of showing other users' rows", async (t) => {
  const otherOf = new Map<unknown, string>();
  const api = await openApi(t, { wrapDatabase: (database) => withLostFilter(database, otherOf) });
  const other = await api.addUser({ email: 'other@example.com', role: 'editor' });
  const [{ id: own } = { id: '' }] = await api.sql.query<{ id: string }>(
    'select id from users where email = $1',
    [editorEmail],
  );
  for (const userId of [own, other]) {
    await api.sql.query(
      `with batch as (
         insert into batches (id, name, connection_id, status, stop_time, batch_text, user_id, tenant)
         values ($1, $2, 'c', 'finished', now(), $2, $3, $3) returning id)
       insert into statements
         (id, batch_id, sequence, statement_text, start_offset, end_offset, status)
       select id, id, 1, 'select 1', 0, 8, 'finished' from batch`,
      [randomUUID(), `a secret of ${userId}`, userId],
    );
  }
  const lists = ['/api/batches', '/api/batches?includeStatements=true', '/api/query-history'];
  for (const url of lists) {
    const { statusCode, body } = await api.editor('GET', url);
    t.equal(statusCode, 200, url);
    t.match(body, `a secret of ${own}`);
    t.notMatch(body, `a secret of ${other}`);
  }
  otherOf.set(own, other);
  for (const url of lists) {
    const { statusCode, body } = await api.editor('GET', url);
    t.equal(statusCode, 500, url);
    t.notMatch(body, other, 'the error contains neither the text nor the owner');
  }
  t.match(api.log(), `contains a row of ${other}`);
  t.match((await api.admin('GET', '/api/query-history')).body, other, 'admins see all users');
});

t.test('an undefined filter value is refused instead of ignored', async (t) => {
  const api = await openApi(t);
  const { missing } = {} as { missing: string };
  await t.rejects(api.database.user.findFirst({ where: { email: missing } }), /undefined/);
  await t.rejects(api.database.session.deleteMany({ where: { userId: missing } }), /undefined/);
  const rows = await api.database.$queryRaw`select from users where email = ${missing}`;
  t.same(rows, [], 'in raw SQL an undefined value matches nothing');
});
