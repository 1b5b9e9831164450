import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { localFiles } from '@sluice/driver-testkit/local-files';
import t from 'tap';
import { connectTo } from './connect-to.js';

await t.test(
  'opening a file of another local engine fails with the name of its format',
  async (t) => {
    const options = sessionOptions({ machine: { filesDirectory: localFiles(t) } });
    for (const [id, file] of [
      ['sqlite', 'first.db'],
      ['duckdb', 'second.duckdb'],
    ] as const) {
      const connection = await connectTo(id, { file, create: true }, options);
      await read(connection, 'create table t (a int)');
      await connection.close();
    }
    t.match(await failure(connectTo('duckdb', { file: 'first.db' }, options)), {
      kind: 'connection',
      outcome: 'not_run',
      title: 'first.db is in SQLite format, not DuckDB format',
      hint: /driver to SQLite/,
    });
    const reverse = await failure(connectTo('sqlite', { file: 'second.duckdb' }, options));
    t.equal(reverse.title, 'second.duckdb is in DuckDB format, not SQLite format');
  },
);
