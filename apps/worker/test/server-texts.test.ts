import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Batch } from '@sluice/contracts';
import { snowflakeRows, startService, startSnowflakeServer, textColumn } from '@sluice/testkit';
import fc from 'fast-check';
import t from 'tap';

/** Texts of UTF-16 code units: with U+0000 and with surrogates that have no pair. */
const anyTexts = fc.sample(
  fc
    .array(fc.oneof(fc.constant(0), fc.constant(0xd83c), fc.constant(0xdf88), fc.nat(0xffff)), {
      minLength: 1,
    })
    .map((units) => String.fromCharCode(...units)),
  200,
);
const texts = ['a\0b', '\ud800', 'x'.repeat(1_000_000), ...anyTexts];

t.test('text of a server can hold anything', async (t) => {
  const files = await mkdtemp(join(tmpdir(), 'sluice-texts-'));
  t.teardown(() => rm(files, { recursive: true, force: true }));
  const snowflake = await startSnowflakeServer();
  snowflake.script(
    /^names/,
    snowflakeRows(
      texts.map((name) => textColumn(name)),
      texts,
    ),
  );
  for (const [index, message] of texts.entries()) {
    const error = { kind: 'error', code: '001003', message, sqlState: '4\0' } as const;
    snowflake.script(new RegExp(`^error ${String(index)}\\b`), error);
  }
  t.teardown(() => snowflake.stop());
  const service = await startService({
    queue: 'postgres',
    workersInProcess: true,
    settings: { SERVICE_LOCAL_FILES_DIR: files },
  });
  t.teardown(() => service.stop());
  const { admin, connectionId } = service;
  const create = async (driver: string, data: object): Promise<string> =>
    (await admin.json<{ id: string }>('POST', '/api/connections', { name: driver, driver, data }))
      .id;
  const first = ({ statements: [statement] }: Batch) => statement!;

  t.test('names of columns are stored in a readable form', async (t) => {
    const id = await create('snowflake', snowflake.config);
    const batch = await admin.run(id, 'names');
    t.equal(batch.status, 'finished', JSON.stringify(first(batch).error));
    const names = first(batch).columns?.map(({ name }) => name) ?? [];
    t.strictSame(names.slice(0, 2), ['a␀b', '\ufffd']);
    t.ok(names[2]?.endsWith(' … [cut]') && names[2].length < 2000);
    t.equal(names.length, texts.length);
  });

  t.test('messages of errors are stored in a readable form', async (t) => {
    const id = await create('snowflake', snowflake.config);
    for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const batch = await admin.run(id, `error ${String(index)}`);
      t.match(first(batch).error, { outcome: 'failed', kind: 'sql' });
    }
  });

  t.test('an ENUM, a name and an error of DuckDB may contain NUL', async (t) => {
    const id = await create('duckdb', { file: 'a.duckdb', create: true });
    const batch = await admin.run(
      id,
      `create type e as enum (select 'a' || chr(0) || 'b');
       select ('a' || chr(0) || 'b')::e;
       pivot (select chr(0) || 'k' as k, 1 as v) on k using sum(v);
       select error(chr(0) || repeat('x', 1000000))`,
    );
    t.same(
      batch.statements.map(({ status }) => status),
      ['finished', 'finished', 'finished', 'error'],
    );
    t.match(batch.statements[3]?.error, { kind: 'sql', outcome: 'failed', title: /cut/ });
    const schema = await admin.request('GET', `/api/connections/${id}/schema`);
    t.equal(schema.status, 200);
  });

  t.test('notices, details and hints of 1 MB are cut with a mark', async (t) => {
    const batch = await admin.run(
      connectionId,
      `do $$ begin
         raise notice '%', repeat('n', 1000000) using detail = 'd', hint = 'h';
         for i in 1..200 loop raise notice 'step %', i using detail = 'd', hint = 'h'; end loop;
         raise exception '%', repeat('e', 1000000) using detail = repeat('d', 1000000);
       end $$`,
    );
    const { error, notices } = first(batch);
    t.match(error?.title, /^e+ … \[cut\]$/);
    t.equal(notices.length, 101);
    t.match(notices[0], /^NOTICE: n+ … \[cut\]$/);
    t.equal(notices[1], 'NOTICE: step 1\nDETAIL: d\nHINT: h');
    t.equal(notices[100], '101 more notices were not kept.');
  });
});
