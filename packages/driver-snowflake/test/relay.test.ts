import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import { startSnowflakeServer } from '@sluice/testkit';
import t from 'tap';
import { testRelay } from '@sluice/driver-testkit/relay-cases';
import { snowflakeValues } from '@sluice/driver-testkit/values/snowflake';
import { snowflakeColumn } from './snowflake-column.js';

const server = await startSnowflakeServer();
t.teardown(() => server.stop());

const statements = snowflakeValues.map(([type, , , ...cases], index) => {
  const rows = cases.map(([value]) => [value]);
  const sql = `values ${String(index)}`;
  // The rows are in the response and in files.
  const file = { rowCount: rows.length, parts: () => JSON.stringify(rows).slice(1, -1) };
  const columns = [snowflakeColumn(type)];
  const files = [file, { ...file, isUndeclared: true as const }];
  server.script(new RegExp(`^${sql}$`), { kind: 'rows', columns, rows, files });
  return sql;
});
const { port } = new URL(server.url);

await testRelay(t, {
  driver,
  port: Number(port),
  configAt: (at) => ({ ...server.config, accessUrl: `http://127.0.0.1:${String(at)}` }),
  statements: [...statements, 'select n from series(1000)'],
});
