import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCipher, openDatabase } from '@sluice/database';
import { definitions } from '@sluice/drivers/definitions';
import { importSqlpad } from '@sluice/import';
import { createEmptyDatabase, createServiceDatabase } from '@sluice/testkit';
import t from 'tap';
import { contentOf, kindOf, makeFolder, pem, sources, writeOld } from './import-support.js';
import { oldService, passphrase, writeSqlite } from './sqlpad-database.js';

for (const kind of sources) {
  t.test(`an import from ${kind}`, async (t) => {
    const { folder, files } = await makeFolder(t);
    const old = await oldService({
      target: { host: 'h', database: 'd', username: 'u' },
      files,
      localFilesDir: folder,
    });
    const from = await writeOld(t, kind, folder, old);
    const service = await createServiceDatabase();
    t.teardown(() => service.drop());
    const database = openDatabase({
      databaseUrl: service.url,
      poolSize: 2,
      applicationName: 'test',
    });
    t.teardown(() => database.$disconnect());
    const cipher = createCipher('a passphrase of the new service');
    const run = (apply: boolean, options = {}) =>
      importSqlpad({
        from,
        passphrase,
        database,
        cipher,
        localFilesDir: folder,
        apply,
        ...options,
      });

    t.test('writes nothing without --apply', async (t) => {
      const before = await contentOf(service);
      const report = await run(false);
      t.equal(report.applied, false);
      const notes = report.kinds.flatMap((each) => each.notes);
      const turnedOn = notes.filter(({ reason }) => reason.startsWith('field ssl turned on'));
      t.match(turnedOn, [{ subject: /^connection mysql TLS / }]);
      t.equal(turnedOn.length, 1);
      t.same(kindOf(report, 'users'), { count: 10, created: 10, present: 0, leftOut: 0 });
      t.same(await contentOf(service), before);
    });

    t.test('keeps ids, hashes, rights, tags and times', async (t) => {
      const report = await run(true);
      t.same(kindOf(report, 'users'), { count: 10, created: 10, present: 0, leftOut: 0 });
      t.same(kindOf(report, 'connections'), { count: 14, created: 12, present: 0, leftOut: 2 });
      t.same(kindOf(report, 'connection accesses'), {
        count: 5,
        created: 4,
        present: 0,
        leftOut: 1,
      });
      t.same(kindOf(report, 'saved queries'), { count: 200, created: 200, present: 0, leftOut: 0 });
      const users = await service.query<{
        id: string;
        password_hash: string | null;
        disabled: boolean;
      }>('select * from users order by email');
      t.same(
        users.map(({ id }) => id),
        old.users.map(({ id }) => id),
      );
      t.same(
        users.map((user) => user.password_hash),
        old.users.map((user) => user['passhash']),
      );
      t.same(
        users.map(({ disabled }) => disabled),
        old.users.map(({ disabled }) => disabled === true),
      );
      t.match(users[1], {
        role: 'editor',
        data: { tenant: 'north' },
        created_at: new Date('2024-03-05T08:30:00.123Z'),
      });
      t.match(users[8], {
        origin: 'ldap',
        ldap_id: 'user8',
        sync_auth_role: true,
        password_reset_nonce: null,
      });
      t.match(users[9], { origin: 'local', password_reset_nonce: String });
      const queries = await service.query('select * from queries order by id');
      t.same(
        queries.map((row): unknown => row['id']),
        old.queries.map(({ id }) => id).sort(),
      );
      const [first] = await service.query('select * from queries where name = $1', ['Query 0']);
      t.match(first, {
        connection_id: old.queries[0]!['connection_id'],
        query_text: 'select 0 as n',
        chart: { chartType: 'line', fields: { x: 'n', y: 'n' } },
        tags: ['all', 'tag0'],
        owner_id: old.users[0]!['id'],
        readers: [old.users[0]!['id'], old.users[3]!['id']],
      });
      t.match(await service.query('select * from queries where name = $1', ['Query 199']), [
        { owner_id: null },
      ]);
      const acl = await service.query(
        'select id, query_id, user_id, group_id, write from query_acl order by id',
      );
      t.same(
        acl,
        old.query_acl.map(({ created_at: _, updated_at: __, ...row }) => row),
      );
      const accesses = await service.query(
        'select id, connection_id, user_id, expiry_date from connection_accesses order by id',
      );
      t.same(
        accesses,
        old.connection_accesses.slice(0, 4).map(({ id, connection_id, user_id, expiry_date }) => ({
          id,
          connection_id,
          user_id,
          expiry_date,
        })),
      );
      const [next] = await service.query<{ id: number }>(
        `insert into connection_accesses (connection_id, user_id, expiry_date, updated_at)
         values ('x', 'y', now(), now()) returning id`,
      );
      t.ok(next!.id > 9, 'kept ids are not assigned again');
      await service.query('delete from connection_accesses where id = $1', [next!.id]);
    });

    t.test('decrypts connections and maps their fields', async (t) => {
      const rows = await database.connection.findMany({ orderBy: { name: 'asc' } });
      const byName = new Map(
        rows.map((row) => [
          row.name,
          { ...row, data: cipher.decrypt(row.encryptedData, `connections/${row.id}`) },
        ]),
      );
      const server = { host: 'db.old.example', username: 'reader', password: 'secret-of-old' };
      t.same(byName.get('Postgres TLS')?.data, {
        ...server,
        database: 'sales',
        ssl: true,
        cert: pem('CERTIFICATE'),
        key: pem('PRIVATE KEY'),
        ca: pem('CERTIFICATE'),
        useSocks: true,
        socksHost: 'proxy.example',
        socksPort: '1080',
      });
      t.match(byName.get('Target'), {
        driver: 'postgres',
        description: 'Through postgres',
        multiStatementTransactionEnabled: true,
        idleTimeoutSeconds: 120,
      });
      t.same(byName.get('mysql2 TLS')?.data, {
        ...server,
        database: '{{user.data.tenant}}',
        ssl: true,
        sslSelfSigned: true,
        cert: pem('CERTIFICATE'),
        key: pem('PRIVATE KEY'),
        ca: pem('CERTIFICATE'),
      });
      t.match(byName.get('mysql TLS'), { data: { ssl: true, ca: pem('CERTIFICATE') } });
      t.match(byName.get('Snowflake 1'), {
        driver: 'snowflake',
        data: {
          account: 'org-account1',
          warehouse: 'WH',
          role: 'READER',
          password: 'secret-of-old',
        },
      });
      t.same(byName.get('BigQuery 2')?.data, {
        project: 'project-2',
        serviceAccountKey: '{"type":"service_account"}',
        dataset: 'sales',
        location: 'EU',
      });
      t.match(byName.get('SQLite below'), { data: { file: 'old/sales.db' }, readOnly: true });
      t.match(byName.get('SQLite elsewhere'), {
        data: { file: '/srv/elsewhere.db' },
        readOnly: false,
      });
      const known = new Map(
        definitions.map(({ id, fields }) => [id, fields.map(({ key }) => key)]),
      );
      for (const { driver, data, name } of byName.values()) {
        const unknown = Object.keys(data as object).filter(
          (key) => !known.get(driver)?.includes(key),
        );
        t.same(unknown, [], `${name} has only fields of its driver`);
      }
    });

    t.test('changes nothing the second time', async (t) => {
      const before = await contentOf(service);
      const report = await run(true);
      for (const { kind: name, created } of report.kinds) t.equal(created, 0, name);
      t.same(kindOf(report, 'saved queries'), { count: 200, created: 0, present: 200, leftOut: 0 });
      t.same(await contentOf(service), before);
    });

    t.test('reports what is left out and why, without a secret', async (t) => {
      const report = await run(false);
      const remarks = [...report.kinds.flatMap(({ leftOut }) => leftOut), ...report.notImported];
      const lines = remarks.map(({ subject, reason }) => `${subject}: ${reason}`).join('\n');
      t.match(lines, /Cassandra .*: driver cassandra is not supported/);
      t.match(lines, /access 10 .*: connection not found/);
      t.match(lines, /1 service tokens/);
      t.match(lines, /3 runs in the history/);
      t.notMatch(JSON.stringify(report), /secret-of-old/);
    });

    t.test('leaves connections out when the passphrase is wrong', async (t) => {
      const empty = await createServiceDatabase();
      t.teardown(() => empty.drop());
      const other = openDatabase({ databaseUrl: empty.url, poolSize: 1, applicationName: 'test' });
      t.teardown(() => other.$disconnect());
      const report = await run(false, { database: other, passphrase: 'wrong' });
      t.match(kindOf(report, 'connections'), { created: 0, leftOut: 14 });
      t.match(report.kinds[1]?.leftOut[0]?.reason, /cannot be decrypted/);
    });
  });
}

t.test('an existing user keeps the id and owns the imported queries', async (t) => {
  const { folder, files } = await makeFolder(t);
  const old = await oldService({ target: {}, files, localFilesDir: folder });
  const from = join(folder, 'sqlpad.sqlite');
  writeSqlite(from, old);
  const service = await createServiceDatabase();
  t.teardown(() => service.drop());
  await service.query(
    `insert into users (id, email, role, updated_at) values ('known', 'user0@old.example', 'admin', now())`,
  );
  const database = openDatabase({ databaseUrl: service.url, poolSize: 2, applicationName: 'test' });
  t.teardown(() => database.$disconnect());
  const options = {
    from,
    passphrase,
    database,
    cipher: createCipher('x'),
    localFilesDir: undefined,
  };
  const report = await importSqlpad({ ...options, apply: true });
  t.same(kindOf(report, 'users'), { count: 10, created: 9, present: 1, leftOut: 0 });
  t.match(await service.query(`select * from queries where name = 'Query 0'`), [
    { owner_id: 'known', created_by: 'known' },
  ]);
});

t.test('reports a source that is not a SQLPad database', async (t) => {
  const { folder } = await makeFolder(t);
  const empty = await createEmptyDatabase();
  t.teardown(() => empty.drop());
  const database = openDatabase({ databaseUrl: empty.url, poolSize: 1, applicationName: 'test' });
  t.teardown(() => database.$disconnect());
  const refuse = (from: string) =>
    importSqlpad({
      from,
      passphrase,
      database,
      cipher: createCipher('x'),
      localFilesDir: undefined,
      apply: true,
    });
  await writeFile(join(folder, 'text.sqlite'), 'no database at all');
  await t.rejects(refuse(join(folder, 'text.sqlite')), {
    code: 'import',
    title: /cannot be opened/,
  });
  await t.rejects(refuse(join(folder, 'none.sqlite')), { code: 'import', title: /does not exist/ });
  await t.rejects(refuse(empty.url), { code: 'import', title: /Missing tables: users,/ });
  const address = new URL(empty.url);
  address.port = '1';
  await t.rejects(refuse(address.href), { code: 'import', title: /cannot be opened/ });
});
