import {
  auditOutcomes,
  batchStatuses,
  cancelOutcomes,
  cancelReasons,
  roles,
  statementStatuses,
  truncationLimits,
  userOrigins,
  workerRequestStatuses,
} from '@sluice/contracts/enums';
import { createServiceDatabase } from '@sluice/testkit';
import t from 'tap';

/** The values of each column that a check constraint limits to a list. */
const expected: Record<string, readonly string[]> = {
  'audit_events.outcome': auditOutcomes,
  'batches.cancel_outcome': cancelOutcomes,
  'batches.cancel_reason': cancelReasons,
  'batches.status': batchStatuses,
  'service_tokens.role': roles,
  'statements.status': statementStatuses,
  'statements.truncated_by': truncationLimits,
  'users.origin': userOrigins,
  'users.role': roles,
  'worker_requests.status': workerRequestStatuses,
};

t.test('check constraints and TypeScript constants list the same values', async (t) => {
  const database = await createServiceDatabase();
  t.teardown(() => database.drop());
  const constraints = await database.query<{ column: string; definition: string }>(`
    select c.relname || '.' || a.attname as column, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'c' and cardinality(k.conkey) = 1 and pg_get_constraintdef(k.oid) like '%ARRAY[%'`);
  const found = constraints.map(({ column, definition }): [string, string[]] => [
    column,
    [...definition.matchAll(/'([^']+)'/g)].map(([, value = '']) => value),
  ]);
  t.same(
    Object.fromEntries(found.map(([column, values]) => [column, values.toSorted()])),
    Object.fromEntries(
      Object.entries(expected).map(([column, values]) => [column, values.toSorted()]),
    ),
  );
});
