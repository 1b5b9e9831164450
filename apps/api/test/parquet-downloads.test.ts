import type { ErrorBody, Query, Statement } from '@sluice/contracts';
import { startService } from '@sluice/testkit';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import t from 'tap';

const service = await startService({ queue: 'redis', workersInProcess: true });
t.teardown(() => service.stop());
const { admin, connectionId, database } = service;

/** Reads a file with a reader that is not the writer's. */
const rowsOf = (file: ArrayBuffer): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({ file, compressors, utf8: false });

const statementOf = async (batchText: string): Promise<Statement> => {
  const { statements } = await admin.run(connectionId, batchText);
  const statement = statements.at(-1);
  if (statement === undefined) throw new Error('no statement');
  return statement;
};

const pathOf = ({ id }: Pick<Statement, 'id'>) => `/api/statements/${id}/download.parquet`;

const everyType = `select 1 as whole, 9223372036854775807 as big, 1.50::numeric as exact, 0.1::float8 as rough,
  true as flag, 'é"\n' as text, '\\x00ff'::bytea as bytes, '{"a": [1, null]}'::jsonb as doc,
  date '2026-02-28' as day, timestamp '2026-02-28 01:02:03.5' as at,
  timestamptz '2026-02-28 01:02:03+02' as moment, null::int as nothing, 2 as whole`;

await t.test('another reader finds the values with their types', async (t) => {
  const statement = await statementOf(everyType);
  const response = await admin.request('GET', pathOf(statement));
  t.equal(response.status, 200);
  const day = statement.createdAt.slice(0, 10);
  const header = (name: string) => response.headers.get(name);
  t.equal(header('content-type'), 'application/vnd.apache.parquet');
  t.equal(header('content-disposition'), `attachment; filename="results ${day}.parquet"`);
  t.equal(header('cache-control'), 'private, no-store');
  t.equal(header('accept-ranges'), 'none');
  const file = await response.arrayBuffer();
  t.equal(header('content-length'), String(file.byteLength));
  t.same(await rowsOf(file), [
    {
      whole: 1n,
      big: 9223372036854775807n,
      exact: 1.5,
      rough: 0.1,
      flag: true,
      text: 'é"\n',
      bytes: new Uint8Array([0, 255]),
      doc: { a: [1, null] },
      day: new Date('2026-02-28'),
      at: new Date('2026-02-28T01:02:03.5Z'),
      moment: new Date('2026-02-27T23:02:03Z'),
      nothing: null,
      whole_2: 2n,
    },
  ]);
  const other = await admin.request('GET', `/statement-results/${statement.id}.parquet`);
  t.same(await rowsOf(await other.arrayBuffer()), await rowsOf(file));
  const [event] = await database.query(
    `select detail from audit_events where action = 'result.downloaded' order by id desc`,
  );
  t.match(event, { detail: { format: 'parquet' } });
});

await t.test('a request for headers and one with a known entity tag write no file', async (t) => {
  const statement = await statementOf('select 1 as n');
  const head = await admin.request('HEAD', pathOf(statement));
  t.equal(head.status, 200);
  t.equal(head.headers.get('content-length'), null);
  const etag = head.headers.get('etag') ?? '';
  const headers = { 'if-none-match': etag };
  t.equal((await admin.request('GET', pathOf(statement), undefined, headers)).status, 304);
});

await t.test('a result without rows has its columns, one without columns no file', async (t) => {
  const empty = await admin.request('GET', pathOf(await statementOf('select 1 as n where false')));
  t.equal(empty.status, 200);
  t.same(await rowsOf(await empty.arrayBuffer()), []);
  const nothing = await admin.request(
    'GET',
    pathOf(await statementOf('create table made (n int)')),
  );
  t.equal(nothing.status, 400);
  t.match((await nothing.json()) as ErrorBody, { code: 'no_columns' });
});

await t.test('a saved query gives its rows as Parquet, with values and reuse', async (t) => {
  const query = await admin.json<Query>('POST', '/api/queries', {
    connectionId,
    name: 'Orders',
    queryText: 'select {{n}} as n, clock_timestamp() as at',
    parameters: [{ name: 'n', type: 'decimal', required: true }],
  });
  const get = (search: string): Promise<Response> =>
    admin.request('GET', `/api/queries/${query.id}/results.parquet?${search}`);
  const response = await get('param.n=1.25&maxAge=600');
  t.equal(response.status, 200);
  t.match(response.headers.get('content-disposition'), /Orders .*\.parquet/);
  const rows = await rowsOf(await response.arrayBuffer());
  t.match(rows, [{ n: 1.25, at: Date }]);
  const again = await get('param.n=1.25&maxAge=600');
  t.same(await rowsOf(await again.arrayBuffer()), rows, 'the run is reused');
  const refused = await get('param.n=x');
  t.match([refused.status, await refused.json()], [400, { errors: [{ path: 'parameters.n' }] }]);
});
