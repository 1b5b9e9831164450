import { startBigQueryServer } from '@sluice/testkit';
import t from 'tap';
import { openBigQuery } from './bigquery-world.js';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { rowsOf } from '@sluice/driver-testkit/sessions';

t.setTimeout(120_000);
const { driver, server, connected } = await openBigQuery(t);

await t.test('a read-only connection checks the statement type before it runs a statement', (t) =>
  connected(
    async (connection) => {
      t.equal((await rowsOf(connection, 'SELECT 1')).length, 1);
      const before = server.jobs.size;
      const refused = await failure(read(connection, 'DELETE FROM t'));
      t.match(refused, { kind: 'permission', outcome: 'not_run' });
      t.match(refused.title, /DELETE/);
      t.match(await failure(read(connection, 'nonsense')), { kind: 'sql', position: 1 });
      t.equal(server.jobs.size, before, 'no job was run');
    },
    {},
    { readOnly: true },
  ),
);

await t.test('a statement above the byte limit reports how many bytes it would read', (t) =>
  connected(
    async (connection) => {
      const error = await failure(read(connection, 'SELECT * FROM large'));
      t.match(error, { kind: 'limit', outcome: 'failed' });
      t.equal(error.detail, 'The statement would read 1.23 GB; the limit is 5.00 MB');
    },
    { maximumBytesBilled: '5000000' },
  ),
);

await t.test('a denied table is a permission error and the session stays usable', (t) =>
  connected(async (connection) => {
    const error = await failure(read(connection, 'SELECT failing'));
    t.match(error, { kind: 'permission', outcome: 'failed', title: /Access Denied/ });
    t.equal((await rowsOf(connection, 'SELECT 1')).length, 1);
  }),
);

await t.test('a table over Google Sheets needs the option googleDrive', async (t) => {
  await connected(async (connection) => {
    const error = await failure(read(connection, 'SELECT * FROM sheet'));
    t.match(error, { kind: 'permission', outcome: 'failed', hint: /option googleDrive/ });
    t.equal((await failure(read(connection, 'SELECT failing'))).hint, undefined);
  });
  await connected(
    async (connection) => {
      t.strictSame(await rowsOf(connection, 'SELECT * FROM sheet'), [['A1']]);
    },
    { googleDrive: true },
  );
});

await t.test('a position is counted in characters, and a tab has its display width', async (t) => {
  let message = '';
  const any = await startBigQueryServer({
    scripts: [
      {
        pattern: /^/,
        run: () => ({ statementType: '', refusal: { reason: 'invalidQuery', message } }),
      },
    ],
  });
  const failing = await driver.resume?.(
    any.config,
    { project: 'sluice-test', location: 'EU', sessionId: '' },
    sessionOptions(),
  );
  if (!failing) throw new Error('The session was not resumed');
  const placed = async (sql: string, at: string): Promise<number | undefined> => {
    message = `Unrecognized name: x at [${at}]`;
    return (await failure(read(failing, sql))).position;
  };
  t.equal(await placed('SELECT x', '1:8'), 8);
  t.equal(await placed('SELECT\n  x', '2:3'), 10);
  t.equal(await placed('SELECT\r\nx', '2:1'), 9);
  t.equal(await placed(`SELECT '🎈é', x`, '1:14'), 14);
  t.equal(await placed('\tx', '1:9'), 2);
  t.equal(await placed('ab\tx', '1:9'), 4);
  t.equal(await placed('SELECT', '1:7'), 7, 'the end of the text');
  t.equal(await placed('SELECT', '9:1'), undefined);
  t.equal(await placed('SELECT', '0:0'), undefined);
  await failing.close();
  await any.stop();
});
