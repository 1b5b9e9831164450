import { bigqueryDriver as driver } from '@sluice/driver-bigquery';
import { resultOf, startBigQueryServer } from '@sluice/testkit';
import t from 'tap';
import { testRelay } from '@sluice/driver-testkit/relay-cases';
import { bigqueryTypes } from '@sluice/driver-testkit/values/bigquery';

const fields = bigqueryTypes.map(({ field }, index) => ({ name: `c${String(index)}`, ...field }));
const most = Math.max(...bigqueryTypes.map(({ cases }) => cases.length));
const rows = Array.from({ length: most }, (_, row) =>
  bigqueryTypes.map(({ cases }) => cases[row % cases.length]?.[1] ?? null),
);
const scripts = [
  {
    pattern: /^SELECT v$/,
    run: () => ({ statementType: 'SELECT', result: resultOf(fields, rows) }),
  },
];
const server = await startBigQueryServer({ scripts, pageRows: 3 });
t.teardown(() => server.stop());
const direct = new URL(server.config['apiEndpoint'] ?? '');

await testRelay(t, {
  driver,
  port: Number(direct.port),
  // The address is also part of the service account key.
  configAt: (port) =>
    Object.fromEntries(
      Object.entries(server.config).map(([key, value]) => [
        key,
        value.replaceAll(direct.host, `127.0.0.1:${String(port)}`),
      ]),
    ),
  statements: ['SELECT v'],
});
