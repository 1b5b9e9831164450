import type { Statement } from '@sluice/contracts';
import { createClient, startService } from '@sluice/testkit';
import readWorkbook from 'read-excel-file/node';
import t from 'tap';
import { openApi } from './fixtures.js';

/** Value of a workbook cell if it differs from the text. */
type Cell = string | number | boolean | Date | null;

/** Database types, each with an SQL literal and the value expected in JSON and in a workbook cell. */
const values: [type: string, literal: string, json: string, cell?: Cell][] = [
  ['smallint', '-32768', '-32768', -32_768],
  ['integer', '-2147483648', '-2147483648', -2_147_483_648],
  ['bigint', '9007199254740992', '9007199254740992', '9007199254740992'],
  ['bigint', '9223372036854775807', '"9223372036854775807"'],
  ['real', '1.1', '1.1', 1.1],
  [
    'double precision',
    '1.7976931348623157e308',
    '1.7976931348623157e+308',
    '1.7976931348623157e+308',
  ],
  ['double precision', '123456789.123456789', '123456789.12345679', 123_456_789.123_456_79],
  ['double precision', '-Infinity', '"-Infinity"'],
  ['numeric', '-0.000000000000000000000001', '"-0.000000000000000000000001"', -1e-24],
  ['numeric', '12345678901234567890.1234567890', '"12345678901234567890.1234567890"'],
  ['numeric(12,2)', '-1234567890.10', '"-1234567890.10"', -1_234_567_890.1],
  ['money', '-1234.5', '"-$1,234.50"'],
  ['boolean', 't', 'true', true],
  ['text', '', '""', null],
  ['text', 'a"b\\c', '"a\\"b\\\\c"'],
  ['text', '=é漢🎈\n', '"=é漢🎈\\n"'],
  ['character(5)', 'abc', '"abc  "'],
  ['uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"'],
  ['bytea', '\\x00ff0a', '"\\\\x00ff0a"'],
  ['date', '2024-02-29', '"2024-02-29"', new Date('2024-02-29')],
  ['date', '0044-03-15 BC', '"0044-03-15 BC"'],
  ['date', '-infinity', '"-infinity"'],
  ['timestamp', '2024-02-29 12:00:00', '"2024-02-29T12:00:00"', new Date('2024-02-29T12:00:00Z')],
  [
    'timestamptz',
    '2024-07-01 14:00:00+02',
    '"2024-07-01T12:00:00Z"',
    new Date('2024-07-01T12:00:00Z'),
  ],
  ['time', '24:00:00', '"24:00:00"'],
  ['timetz', '01:02:03+05:30', '"01:02:03+05:30"'],
  ['interval', '-1 day', '"P-1D"'],
  [
    'json',
    '{"b": 1, "a": [true, null]}',
    '{"b": 1, "a": [true, null]}',
    '{"b": 1, "a": [true, null]}',
  ],
  ['json', '12345678901234567890.10', '12345678901234567890.10', '12345678901234567890.10'],
  ['json', '"=x"', '"=x"', '"=x"'],
  ['inet', '10.0.0.1/8', '"10.0.0.1/8"'],
  ['point', '(1,2)', '"(1,2)"'],
  ['int4range', '[1,5)', '"[1,5)"'],
  ['integer[]', '{1,NULL,-3}', '[1,null,-3]', '[1,null,-3]'],
  ['text[]', '{"a,b",NULL,"=x"}', '["a,b",null,"=x"]', '["a,b",null,"=x"]'],
];
const select = `select ${values
  .map(([type, literal], at) => `'${literal.replaceAll("'", "''")}'::${type} as c${at}`)
  .join(', ')}, null::int as none`;

/** Returns the text of a value; JSON columns and arrays keep their JSON text. */
const textOf = (type: string, json: string): string =>
  type !== 'json' && json.startsWith('"') ? (JSON.parse(json) as string) : json;

/** Parses CSV into the fields of each line. */
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

t.test('values of every PostgreSQL type are exported in every format', async (t) => {
  const service = await startService({
    queue: 'redis',
    workersInProcess: true,
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

  const object = `{${values.map(([, , json], at) => `"c${at}":${json}`).join(',')},"none":null}`;
  t.equal(await (await get('ndjson')).text(), `${object}\n`);
  t.equal(await (await get('json')).text(), `[${object}]`);
  const [names, fields] = fieldsOf(await (await get('csv?raw=true')).text());
  t.same(names, [...values.map((_, at) => `c${at}`), 'none']);
  t.same(fields, [...values.map(([type, , json]) => textOf(type, json)), '']);

  const workbook = await get('xlsx');
  const [sheet] = await readWorkbook(Buffer.from(await workbook.arrayBuffer()), { trim: false });
  const cells: unknown[] = sheet?.data[1] ?? [];
  values.forEach(([type, literal, json, cell], at) => {
    t.same(cells[at], cell === undefined ? textOf(type, json) : cell, `${type} ${literal}`);
  });

  t.match(Object.fromEntries(workbook.headers), {
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'content-disposition': /^attachment; /,
  });

  t.test('another API process resumes a download with the same bytes', async (t) => {
    const { id } = await run(
      `select n, md5(n::text) as "=h", '-' || n from generate_series(1, 60000) n`,
    );
    const path = `/api/statements/${id}/download.csv`;
    const whole = await service.admin.request('GET', path, undefined, {
      'accept-encoding': 'gzip',
    });
    t.equal(whole.headers.get('content-encoding'), null, 'the download is not compressed');
    const body = Buffer.from(await whole.arrayBuffer());
    const other = await service.startApi();
    const cut = 1_234_567;
    const rest = await fetch(`${other.address}${path}`, {
      headers: {
        authorization: service.admin.authorization,
        range: `bytes=${cut}-`,
        'if-range': whole.headers.get('etag') ?? '',
      },
    });
    t.equal(rest.status, 206);
    t.equal(rest.headers.get('content-range'), `bytes ${cut}-${body.length - 1}/${body.length}`);
    t.ok(Buffer.from(await rest.arrayBuffer()).equals(body.subarray(cut)));
    const unknownUser = createClient(service.baseUrl, 'unknown@example.com', 'x');
    t.equal((await unknownUser.request('GET', path)).status, 401);
  });
});

t.test('downloads are under the path prefix', async (t) => {
  const api = await openApi(t, { settings: { SERVICE_BASE_URL: '/sub' } });
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
