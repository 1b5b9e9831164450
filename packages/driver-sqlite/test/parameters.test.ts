import { sqliteDriver as driver } from '@sluice/driver-sqlite';
import t from 'tap';
import { sessionOptions } from '@sluice/driver-testkit/contract';
import { localFiles } from '@sluice/driver-testkit/local-files';
import { testBoundValues, testParameterForms } from '@sluice/driver-testkit/parameters';
import { sqliteParameters } from '@sluice/driver-testkit/values/parameters';
import { isDeep } from '@sluice/testkit';

const connection = await driver.connect(
  { file: 'parameters.db', create: true },
  sessionOptions({ machine: { filesDirectory: localFiles(t) } }),
);
t.teardown(() => connection.close());

await testParameterForms(t, connection, 'sqlite', sqliteParameters);
await testBoundValues(
  t,
  connection,
  { dialect: 'sqlite', hasDoubles: true, hasNoBooleans: true, hasJsonText: true },
  isDeep ? 10_000 : 400,
);
