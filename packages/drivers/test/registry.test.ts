import { DriverError } from '@sluice/driver-kit';
import t from 'tap';
import { notInstalled } from '../src/registry.js';

await t.test('an uninstalled engine is reported with the package to install', (t) => {
  const missing = Object.assign(new Error("Cannot find package 'mysql2'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  const error = notInstalled('mysql', missing);
  t.ok(error instanceof DriverError);
  t.match(error, {
    kind: 'internal',
    outcome: 'not_run',
    title: 'The MySQL driver is not installed',
    hint: /@sluice\/driver-mysql/,
  });
  const other = new Error('syntax');
  t.equal(notInstalled('mysql', other), other, 'other errors are returned unchanged');
  t.end();
});
