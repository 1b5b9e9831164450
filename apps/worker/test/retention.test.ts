import type { Statement } from '@sluice/contracts';
import { mkdir, readdir, rename, rmdir, utimes, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { attackedQueues, startService, until, type TestService } from '@sluice/testkit';
import t from 'tap';

const stored = async ({ folder }: TestService): Promise<string[]> => {
  const names = await readdir(join(folder, 'results'), { recursive: true });
  return names.filter((name) => /\.(json|idx)(\.part)?$/.test(name)).sort();
};

/** A response body that is requested but not read yet. */
const open = ({ baseUrl, admin }: TestService, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { authorization } = admin;
    get(baseUrl + path, { headers: { authorization }, agent: false }, resolve).once(
      'error',
      reject,
    );
  });

for (const queue of attackedQueues('redis')) {
  t.test(`retention with the queue on ${queue}`, async (t) => {
    const service = await startService({
      queue,
      settings: { SERVICE_RETENTION_INTERVAL_SECONDS: '1' },
    });
    t.teardown(() => service.stop());
    const { admin, connectionId, database } = service;
    const rowsOf = 'select g, md5(g::text) from generate_series(1, 50000) g';

    t.test('deletes expired results, but never from a reader', async (t) => {
      const kept = await admin.run(connectionId, 'select 1');
      const { id: batchId, statements } = await admin.run(connectionId, rowsOf);
      const { id, bytes } = statements[0]!;
      const etag = (await admin.request('GET', `/api/batches/${batchId}`)).headers.get('etag');
      const reading = await open(service, `/api/statements/${id}/results`);
      await database.query(
        `update statements set expires_at = now() - interval '1 second' where id = '${id}'`,
      );
      await until('its files are deleted', async () => (await stored(service)).length === 1);
      t.equal((await buffer(reading)).length, bytes, 'an open reader reads to the end');
      const gone = await admin.request('GET', `/api/statements/${id}/results`);
      t.equal(gone.status, 404);
      t.match(await gone.json(), { title: 'Not found', code: 'results_expired' });
      const now = await admin.request('GET', `/api/batches/${batchId}`);
      t.not(now.headers.get('etag'), etag, 'pollers see the change');
      t.same(await admin.rows(kept.statements[0]!.id), [[1]], 'the others stay');
    });

    t.test('deletes ended sign-ins', async (t) => {
      const tables = ['sessions', 'pending_sign_ins', 'used_assertions', 'sign_in_failures'];
      for (const [name, shift] of [['old', '-1 second'] as const, ['new', '1 hour'] as const]) {
        await database.query(`
          with ending as (select now() + interval '${shift}' as at), session as (
            insert into sessions (id_hash, data, expires_at) select '${name}', '{}', at from ending
          ), pending as (
            insert into pending_sign_ins select '${name}', 'oidc', '{}', at from ending
          ), used as (insert into used_assertions select '${name}', at from ending)
          insert into sign_in_failures select '${name}', '10.0.0', 1, at from ending`);
      }
      await database.query(`insert into sign_in_failures
        values ('known', '10.0.0', 0, now(), now() + interval '1 day')`);
      const left = async (table: string): Promise<string[]> => {
        const rows = await database.query<Record<string, string>>(`select * from ${table}`);
        const ids = rows.map((row) => row['id_hash'] ?? row['account_hash'] ?? '').sort();
        return ids.filter((id) => ['old', 'new', 'known'].includes(id));
      };
      for (const table of tables) {
        await until(`${table} is cleared`, async () => !(await left(table)).includes('old'));
        const kept = table === 'sign_in_failures' ? ['known', 'new'] : ['new'];
        t.same(await left(table), kept, table);
      }
    });

    t.test('deletes old audit events', async (t) => {
      await database.query(`insert into audit_events (at, action, outcome)
        select now() - days * interval '1 day', 'test', 'done' from unnest(array[364, 366]) days`);
      const left = async () => {
        const rows = await database.query(`select * from audit_events where action = 'test'`);
        return rows.length;
      };
      await until('the old event is deleted', async () => (await left()) === 1);
      const [kept] = await database.query<{ young: boolean }>(
        `select at > now() - interval '365 days' as young from audit_events where action = 'test'`,
      );
      t.equal(kept?.young, true);
    });

    t.test('deletes old drafts, and versions beyond their number and age', async (t) => {
      await database.query(`insert into drafts
        (user_id, id, position, bytes, encrypted_details, encrypted_content, updated_at)
        select 'u', gen_random_uuid(), days, 1, '', '', now() - days * interval '1 day'
        from unnest(array[89, 91]) days`);
      await database.query(`insert into queries (id, name, created_by, updated_by, readers)
        select id, id, 'u', 'u', '{}' from unnest(array['many', 'old']) id`);
      await database.query(`insert into query_versions
        (query_id, number, created_by, bytes, encrypted_content, created_at)
        select 'many', n, 'u', 1, ''::bytea, now() from generate_series(1, 1200) n
        union all
        select 'old', n, 'u', 1, '', now() - (367 - n) * interval '1 day' from generate_series(1, 1) n
        union all
        select 'old', n, 'u', 1, '', now() - interval '366 days' from generate_series(2, 3) n`);
      const positions = async () => database.query('select position from drafts');
      await until('the old draft is deleted', async () => (await positions()).length === 1);
      t.same(await positions(), [{ position: 89 }]);
      const left = async (id: string) => {
        const [row] = await database.query<{ numbers: number[] }>(
          `select array_agg(number order by number) as numbers from query_versions
           where query_id = '${id}'`,
        );
        return row?.numbers ?? [];
      };
      await until('100 versions are left', async () => (await left('many')).length === 100);
      t.equal((await left('many'))[0], 1101, 'the newest are kept');
      await until('old versions are deleted', async () => (await left('old')).length === 1);
      t.same(await left('old'), [3], 'the newest version is kept at any age');
    });

    t.test('deletes old batches with their results, but none that runs', async (t) => {
      const old = await admin.run(connectionId, 'select 2');
      const running = await admin.submit(connectionId, 'select pg_sleep(30)');
      await database.query(`update batches set created_at = now() - interval '31 days'
        where id in ('${old.id}', '${running.id}')`);
      await database.query(`update statements set expires_at = now() - interval '1 day'
        where batch_id = '${old.id}'`);
      await until('the old batch is deleted', async () => {
        return (await admin.request('GET', `/api/batches/${old.id}`)).status === 404;
      });
      t.equal((await admin.request('GET', `/api/batches/${running.id}`)).status, 200);
      await admin.json('PUT', `/api/batches/${running.id}/cancel`);
      const statementId = old.statements[0]!.id;
      await until('its file is deleted', async () => {
        return !(await stored(service)).some((name) => name.includes(statementId));
      });
    });

    t.test('marks results while their files are missing', async (t) => {
      const { statements } = await admin.run(connectionId, 'select 3');
      const kept = await admin.run(connectionId, 'select 4');
      const [statement] = statements;
      const file = join(service.folder, 'results', statement?.resultsPath ?? '');
      const read = () => admin.request('GET', `/api/statements/${statement?.id}/results`);
      const pathNow = async () =>
        (await admin.json<Statement>('GET', `/api/statements/${statement?.id}`)).resultsPath;
      await rename(file, `${file}.away`);
      await until('it is marked', async () => (await pathNow()) === null);
      const lost = await read();
      t.equal(lost.status, 500);
      t.match(await lost.json(), {
        code: 'results_lost',
        title: 'The stored results of this statement were lost',
      });
      t.same(await admin.rows(kept.statements[0]!.id), [[4]], 'the others stay');
      await rename(`${file}.away`, file);
      t.same(await (await read()).json(), [[3]]);
      await until('the mark is removed', async () => (await pathNow()) === statement?.resultsPath);
    });

    t.test('marks nothing while the whole results directory is missing', async (t) => {
      const folder = join(service.folder, 'results');
      const worker = service.workers[0]!;
      const warnings = () => worker.output().split('is the results directory mounted?').length;
      for (const isEmpty of [false, true]) {
        await rename(folder, `${folder}.away`);
        if (isEmpty) await mkdir(folder);
        const before = warnings();
        await until('the warning is logged', () => warnings() > before + 1);
        const marked = 'select from statements where results_lost_at is not null';
        t.same(await database.query(marked), []);
        if (isEmpty) await rmdir(folder);
        await rename(`${folder}.away`, folder);
      }
    });

    t.test('removes files without a row once they are an hour old', async (t) => {
      const folder = join(service.folder, 'results', '2024-02-29');
      const name = (last: string) => `01900000-0000-7000-8000-00000000000${last}.json`;
      await mkdir(folder, { recursive: true });
      for (const file of [name('1'), `${name('2')}.part`, name('3'), 'notes.txt']) {
        await writeFile(join(folder, file), '[]');
      }
      const longAgo = new Date(Date.now() - 7_200_000);
      for (const file of [name('1'), `${name('2')}.part`, 'notes.txt']) {
        await utimes(join(folder, file), longAgo, longAgo);
      }
      await until('the old files are removed', async () => (await readdir(folder)).length === 2);
      t.same((await readdir(folder)).sort(), [name('3'), 'notes.txt']);
    });
  });
}
