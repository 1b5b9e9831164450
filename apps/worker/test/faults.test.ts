import { DriverError } from '@sluice/driver-kit';
import { startService } from '@sluice/testkit';
import t from 'tap';
import { endOf, isFault } from '../dist/run/failures.js';
import { BatchError } from '../dist/session/batch-error.js';

t.test("an unexpected error is in the log and not in the client's answer", async (t) => {
  const point = { statement: { id: 's', text: 'select 1' }, stopping: undefined };
  const fault = new Error('cannot read /srv/secret of 10.0.0.7');
  t.match(endOf(fault, point).error, { code: 'internal', outcome: 'unknown', title: /worker log/ });
  t.notMatch(JSON.stringify(endOf(fault, point)), /secret|10\.0\.0\.7/);
  t.equal(isFault(fault), true);
  t.equal(isFault(new DriverError('internal', 'unknown', 'The driver failed')), true);
  t.equal(isFault(new DriverError('sql', 'failed', 'syntax error')), false);
  t.equal(isFault(new BatchError('connect_failed', 'not_run', 'refused')), false);
});

t.test('an answer to a request contains no message of an unexpected error', async (t) => {
  const service = await startService({ queue: 'redis', workersInProcess: true });
  t.teardown(() => service.stop());
  await service.database.query(
    'alter table schema_cache add constraint canary_constraint check (false)',
  );
  const path = `/api/connections/${service.connectionId}/schema`;
  const answer = await service.admin.request('GET', path);
  t.equal(answer.status, 400);
  const body = await answer.text();
  t.match(JSON.parse(body), {
    code: 'internal',
    title: 'Internal error. See the worker log.',
  });
  t.notMatch(body, /canary|prisma|invocation|schema_cache/i);
  t.match(service.workerOutput(), /worker request failed with an internal error/);
});
