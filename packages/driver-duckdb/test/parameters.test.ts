import { duckdbDriver as driver } from '@sluice/driver-duckdb';
import t from 'tap';
import { sessionOptions } from '@sluice/driver-testkit/contract';
import { localFiles } from '@sluice/driver-testkit/local-files';
import { testBoundValues, testParameterForms } from '@sluice/driver-testkit/parameters';
import { duckdbParameters } from '@sluice/driver-testkit/values/parameters';
import { isDeep } from '@sluice/testkit';

const connection = await driver.connect(
  {},
  sessionOptions({ machine: { filesDirectory: localFiles(t) } }),
);
t.teardown(() => connection.close());

await testParameterForms(t, connection, 'duckdb', duckdbParameters);
await testBoundValues(
  t,
  connection,
  { dialect: 'duckdb', hasJsonText: true },
  isDeep ? 10_000 : 400,
);
