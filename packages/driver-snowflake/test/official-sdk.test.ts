// Runs in its own process: it changes the environment. The official client must read from the fake server what
// it reads from the real one. Otherwise the tests of the driver would prove agreement with an invention.
import { startSnowflakeServer, type SnowflakeColumn, type SnowflakeServer } from '@sluice/testkit';
import { once } from 'node:events';
import { env } from 'node:process';
import type { Connection, RowStatement, SnowflakeError } from 'snowflake-sdk';
import t from 'tap';
import { eventually } from '@sluice/driver-testkit/contract';

env['SNOWFLAKE_DISABLE_PLATFORM_DETECTION'] = 'true';
env['SNOWFLAKE_DISABLE_MINICORE'] = 'true';
env['SF_TELEMETRY_DISABLE_CONNECTION_SHAPE'] = 'true';
const { default: sdk } = await import('snowflake-sdk');
const noop = (): void => undefined;
sdk.configure({
  customLogger: { error: noop, warn: noop, info: noop, debug: noop, trace: noop },
});

const server = await startSnowflakeServer({ holdMs: 200 });
t.teardown(() => server.stop());

async function connect({ config }: Pick<SnowflakeServer, 'config'>): Promise<Connection> {
  const text = (key: string): string => String(config[key]);
  const connection = sdk.createConnection({
    account: text('account'),
    accessUrl: text('accessUrl'),
    username: text('username'),
    password: text('password'),
    sfRetryMaxLoginRetries: 0,
  });
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => {
      if (error) reject(error);
      else resolve();
    });
  });
  return connection;
}

/** Ends the connection, which can be broken. */
const close = (connection: Connection): Promise<void> =>
  new Promise((resolve) => {
    connection.destroy(() => {
      resolve();
    });
  });

type Failure = Pick<SnowflakeError, 'code' | 'sqlState' | 'message'>;

/** Runs a statement. The rows of a streamed one are read later. */
const run = (
  connection: Connection,
  sqlText: string,
  options: { asyncExec?: boolean; streamResult?: boolean } = {},
): Promise<{ statement: RowStatement; rows: unknown[]; failure: Failure | undefined }> =>
  new Promise((resolve) => {
    connection.execute({
      sqlText,
      ...options,
      complete: (failure, statement, rows = []) => {
        resolve({ statement, rows, failure: failure ?? undefined });
      },
    });
  });

await t.test('the official client reads all rows of a result with files', async (t) => {
  const connection = await connect(server);
  const { rows, statement, failure } = await run(connection, 'select n from series(100000)');
  t.equal(failure, undefined);
  t.equal(rows.length, 100_000);
  t.equal(statement.getNumRows(), 100_000);
  t.strictSame([rows[0], rows.at(-1)], [{ N: 1 }, { N: 100_000 }]);
  const streamed = await run(connection, 'select n from series(100000)', { streamResult: true });
  const stream = streamed.statement.streamRows();
  let count = 0;
  stream.on('data', () => count++);
  await once(stream, 'end');
  t.equal(count, 100_000);
  await close(connection);
});

await t.test('the official client reads the types and values of the fake', async (t) => {
  const column = (name: string, type: string, more: object = {}): SnowflakeColumn => ({
    name,
    type,
    nullable: true,
    ...more,
  });
  server.script(/^types$/, {
    kind: 'rows',
    columns: [
      column('FIXED', 'fixed', { precision: 38, scale: 0 }),
      column('SCALED', 'fixed', { precision: 12, scale: 2 }),
      column('REAL', 'real'),
      column('TEXT', 'text', { length: 10 }),
      column('FLAG', 'boolean'),
      column('DAY', 'date'),
      column('NTZ', 'timestamp_ntz', { scale: 9 }),
      column('TZ', 'timestamp_tz', { scale: 9 }),
      column('BIN', 'binary', { length: 8 }),
      column('VAR', 'variant'),
      column('NONE', 'text'),
    ],
    rows: [
      [
        '42',
        '-0.50',
        '1.5',
        'é',
        '1',
        '19782',
        '1709251199.500000000',
        '1709251199.000000000 1770',
        '00FF',
        '{"a":[1]}',
        null,
      ],
    ],
  });
  const connection = await connect(server);
  const { rows, failure } = await run(connection, 'types');
  t.equal(failure, undefined);
  const [row] = rows as [Record<string, unknown>];
  const { DAY, NTZ, TZ, BIN, ...plain } = row;
  t.strictSame(plain, {
    FIXED: 42,
    SCALED: -0.5,
    REAL: 1.5,
    TEXT: 'é',
    FLAG: true,
    VAR: { a: [1] },
    NONE: null,
  });
  const isoOf = (value: unknown): string => (value as Date).toISOString();
  t.equal(isoOf(DAY), '2024-02-29T00:00:00.000Z');
  t.equal(isoOf(NTZ), '2024-02-29T23:59:59.500Z');
  t.equal(isoOf(TZ), '2024-02-29T23:59:59.000Z');
  t.strictSame([...(BIN as Buffer)], [0, 255]);
  await close(connection);
});

await t.test('the official client reads the errors of the fake', async (t) => {
  const connection = await connect(server);
  const { failure } = await run(connection, 'select nothere from basics');
  t.match(failure, { code: '000904', sqlState: '42000', message: /invalid identifier 'NOTHERE'/ });
  const submitted = await run(connection, 'select nothere from basics', { asyncExec: true });
  t.equal(submitted.failure, undefined, 'an asynchronous statement fails only with its result');
  const queryId = submitted.statement.getQueryId();
  t.equal(await connection.getQueryStatus(queryId), 'FAILED_WITH_ERROR');
  await t.rejects(connection.getResultsFromQueryId({ sqlText: '', queryId }), {
    message: /NOTHERE/,
  });
  await close(connection);
});

await t.test('the official client renews tokens and ends with an invalid one', async (t) => {
  const connection = await connect(server);
  server.expireTokens();
  t.strictSame((await run(connection, 'select 1')).rows, [{ 1: 1 }]);
  t.equal(server.requestsTo('/session/token-request').length, 1);
  server.forgetSessions();
  // The client's own code for HTTP 401 with code 390104.
  t.match((await run(connection, 'select 1')).failure, { code: '401004' });
  await close(connection);
  const wrong = connect({ config: { ...server.config, password: 'wrong' } });
  await t.rejects(wrong, { code: '390100' });
});

await t.test('the official client cancels a statement', async (t) => {
  const connection = await connect(server);
  let end: (failure: Failure | undefined) => void = noop;
  const ended = new Promise<Failure | undefined>((resolve) => {
    end = resolve;
  });
  const statement = connection.execute({ sqlText: 'call system$wait(60)', complete: end });
  await eventually('the statement is running', () => server.running() === 1);
  const refusal = await new Promise<Failure | undefined>((resolve) => {
    statement.cancel(resolve);
  });
  t.equal(refusal ?? null, null);
  t.match(await ended, { code: '000604', sqlState: '57014' });
  await close(connection);
});
