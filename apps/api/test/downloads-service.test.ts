import type { Statement } from '@sluice/contracts';
import { createClient, startService } from '@sluice/testkit';
import readWorkbook from 'read-excel-file/node';
import t from 'tap';
import { postgresValues } from '../../../packages/drivers/test/values/postgres.js';
import { openTestApi } from './support.js';

/** Every value of the published table as a column of one row. */
const values = postgresValues.flatMap(([type, datatype, ...cases]) =>
  cases.map(([literal, stored]) => ({ type, datatype, literal, stored })),
);
const select = `select ${values
  .map(({ type, literal }, at) => `'${literal.replaceAll("'", "''")}'::${type} as c${at}`)
  .join(', ')}`;

/** The fields of CSV, by a reader of a few lines. */
function fieldsOf(csv: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') lines.push([]);
  }
  return lines.slice(0, -1);
}

t.test('values of every type of a real database arrive in every format', async (t) => {
  const service = await startService({
    queue: 'postgres',
    settings: { SERVICE_LOG_LEVEL: 'warn' },
  });
  t.teardown(() => service.stop());
  const run = async (sql: string): Promise<Statement> => {
    const [statement] = (await service.admin.run(service.connectionId, sql)).statements;
    if (statement?.status !== 'finished') throw new Error(JSON.stringify(statement));
    return statement;
  };
  const { id } = await run(select);
  const get = (format: string, headers?: Record<string, string>) =>
    service.admin.request('GET', `/statement-results/${id}.${format}`, undefined, headers);

  const object = `{${values.map(({ stored }, at) => `"c${at}":${stored}`).join(',')}}`;
  t.equal(await (await get('ndjson')).text(), `${object}\n`);
  t.equal(await (await get('json')).text(), `[${object}]`);
  const [names, fields] = fieldsOf(await (await get('csv?raw=true')).text());
  t.same(
    names,
    values.map((_, at) => `c${at}`),
  );
  values.forEach(({ type, datatype, literal, stored }, at) => {
    const text =
      datatype !== 'json' && stored.startsWith('"')
        ? (JSON.parse(stored) as string)
        : stored.replace(/^null$/, '');
    t.equal(fields?.[at], text, `${type} ${literal.slice(0, 20)}`);
  });

  const workbook = await get('xlsx');
  const [sheet] = await readWorkbook(Buffer.from(await workbook.arrayBuffer()), { trim: false });
  const cells: unknown[] = sheet?.data[1] ?? [];
  const cell = (type: string, literal: string) =>
    cells[values.findIndex((value) => value.type === type && value.literal === literal)];
  t.equal(cell('integer', '-2147483648'), -2_147_483_648);
  t.equal(cell('bigint', '9223372036854775807'), '9223372036854775807', 'exact, as a text');
  t.equal(cell('numeric(12,2)', '1234567890.12'), 1_234_567_890.12);
  t.equal(cell('boolean', 't'), true);
  t.equal(cell('text', 'é漢🎈'), 'é漢🎈');
  t.same(cell('date', '9999-12-31'), new Date('9999-12-31'));
  t.equal(cell('date', 'infinity'), 'infinity');
  t.equal(cell('jsonb', '{"b":1,"a":"é\\n"}'), '{"a": "é\\n", "b": 1}');

  t.match(Object.fromEntries(workbook.headers), {
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'content-disposition': /^attachment; /,
  });

  t.test('another process goes on with a download, byte for byte', async (t) => {
    const { id } = await run(
      `select n, md5(n::text) as "=h", '-' || n from generate_series(1, 60000) n`,
    );
    const path = `/api/statements/${id}/download.csv`;
    const whole = await service.admin.request('GET', path, undefined, {
      'accept-encoding': 'gzip',
    });
    t.equal(whole.headers.get('content-encoding'), null, 'the bytes are sent as they are');
    const body = Buffer.from(await whole.arrayBuffer());
    const other = await service.startApi();
    const cut = 1_234_567;
    const rest = await fetch(`${other.address ?? ''}${path}`, {
      headers: {
        authorization: service.admin.authorization,
        range: `bytes=${cut}-`,
        'if-range': whole.headers.get('etag') ?? '',
      },
    });
    t.equal(rest.status, 206);
    t.equal(rest.headers.get('content-range'), `bytes ${cut}-${body.length - 1}/${body.length}`);
    t.ok(Buffer.from(await rest.arrayBuffer()).equals(body.subarray(cut)));
    const stranger = createClient(service.baseUrl, 'nobody@example.com', 'x');
    t.equal((await stranger.request('GET', path)).status, 401);
  });
});

t.test('downloads are below the mount path', async (t) => {
  const api = await openTestApi({ settings: { SERVICE_BASE_URL: '/sub' } });
  t.teardown(() => api.close());
  const path = '/statement-results/01890000-0000-7000-8000-000000000000.csv';
  t.equal((await api.anonymous('GET', `/sub${path}`)).statusCode, 401);
  t.equal((await api.editor('GET', `/sub${path}`)).statusCode, 404);
  t.equal((await api.anonymous('GET', path)).statusCode, 404);
  const { paths } = (await api.anonymous('GET', '/sub/api/openapi.json')).json<{
    paths: Record<string, unknown>;
  }>();
  t.ok('/statement-results/{id}.csv' in paths);
  t.ok('/api/statements/{id}/download.xlsx' in paths);
});
