import { isDeep, until, type ReceivedAnswer } from '@sluice/testkit';
import t from 'tap';
import { accessArea, clientArea, connectionArea, schemaArea } from './connection-areas.js';
import { downloadArea } from './download-area.js';
import { batchArea, statementArea } from './execution-areas.js';
import { lockedCredentials, withUnknownCredentials, genericRequest } from './generic.js';
import { linkArea } from './link-area.js';
import { draftArea, historyArea, queryArea } from './query-areas.js';
import { serviceArea } from './service-area.js';
import { signInArea } from './sign-in-area.js';
import {
  auditArea,
  personalTokenArea,
  serviceTokenArea,
  sessionArea,
  userArea,
} from './user-areas.js';
import {
  openContractHarness,
  type Area,
  type ContractHarness,
  type Row,
  type Sent,
} from './harness.js';

/** All operations; the test fails for a new operation until it has a row here. */
const rows: Area = {
  ...serviceArea,
  ...signInArea,
  ...userArea,
  ...sessionArea,
  ...personalTokenArea,
  ...serviceTokenArea,
  ...auditArea,
  ...connectionArea,
  ...accessArea,
  ...schemaArea,
  ...clientArea,
  ...batchArea,
  ...statementArea,
  ...downloadArea,
  ...linkArea,
  ...queryArea,
  ...draftArea,
  ...historyArea,
};
const operations = Object.keys(rows);

const rowOf = (operation: string): Row => {
  const row = rows[operation];
  if (row === undefined) throw new Error(`No row: ${operation}`);
  return row;
};

/** Statuses that hooks and the error handler give to all operations alike. */
const commonStatuses = new Set([400, 401, 413, 429, 500, 503]);

/**
 * Whether the test leads an operation to a status. `npm test` leads every third one to a common status, and those with a
 * separate request; the deep test leads all.
 */
const isExpected = (operation: string, status: number): boolean =>
  isDeep ||
  !commonStatuses.has(status) ||
  rows[operation]?.others?.[status] !== undefined ||
  operations.indexOf(operation) % 3 === 0;

const declaredOf = ({ conformance }: ContractHarness, operation: string): number[] =>
  Object.keys(conformance.declared(operation).responses)
    .map(Number)
    .filter((status) => isExpected(operation, status));

t.test('operations return the statuses they declare, with the declared schema', async (t) => {
  const harness = await openContractHarness();
  t.teardown(() => harness.stop());
  const { conformance, service } = harness;
  t.same(operations.toSorted(), conformance.operations.toSorted(), 'every operation has a row');
  // Statuses received so far, by operation.
  const seen = new Map<string, Set<number>>(operations.map((each) => [each, new Set()]));
  const check = (operation: string, status: number, response: ReceivedAnswer): string => {
    t.equal(response.status, status, `${operation} ${status}: ${response.body.slice(0, 200)}`);
    t.same(conformance.problems(operation, response), [], `${operation} ${status} as declared`);
    seen.get(operation)?.add(response.status);
    return response.headers.get('etag') ?? '';
  };
  const expect = async (
    operation: string,
    status: number,
    sent: Sent,
    where?: 'disconnected',
  ): Promise<string> => check(operation, status, await harness.send(operation, sent, where));
  /** Retries because volatile content, such as leases, can change between two requests. */
  const expectUnchanged = async (operation: string, sent: Sent, tag: string): Promise<void> => {
    let known = tag;
    const unchanged = await until(`${operation} returns the same response twice`, async () => {
      const headers = { ...sent.headers, 'if-none-match': known };
      const response = await harness.send(operation, { ...sent, headers });
      if (response.status !== 200) return response;
      known = response.headers.get('etag') ?? '';
      return null;
    });
    check(operation, 304, unchanged);
  };

  // One request of each operation that would succeed, for the statuses that refuse it.
  const refused = new Map<string, Sent>();
  for (const operation of operations) {
    const row = rowOf(operation);
    const unsent = await row.success(harness);
    refused.set(operation, unsent);
    const sent = await row.success(harness);
    const tag = await expect(operation, 200, sent);
    for (const status of declaredOf(harness, operation)) {
      if (status === 200) continue;
      if (status === 304) {
        await expectUnchanged(operation, sent, tag);
        continue;
      }
      const make = row.others?.[status];
      const request =
        make === undefined
          ? genericRequest(operation, status, unsent, harness)
          : await make(harness);
      if (request !== undefined) await expect(operation, status, request);
    }
  }
  const refusedOf = (operation: string): Sent => refused.get(operation) ?? {};

  // The rows above have locked the account.
  await t.test('operations return 429 after too many failed sign-ins', async () => {
    const locked: Sent = { as: 'anonymous', headers: { authorization: lockedCredentials } };
    for (const operation of operations) {
      if (!declaredOf(harness, operation).includes(429) || seen.get(operation)?.has(429)) continue;
      const { headers, ...sent } = refusedOf(operation);
      await expect(operation, 429, {
        ...sent,
        ...locked,
        headers: { ...headers, ...locked.headers },
      });
    }
  });

  const requestsFor = (status: number): [string, Sent][] =>
    operations
      .filter((operation) => declaredOf(harness, operation).includes(status))
      .map((operation) => [
        operation,
        withUnknownCredentials(operation, refusedOf(operation), harness),
      ]);

  await t.test('operations return 503 while the database is unreachable', async () => {
    await harness.disconnectDatabase();
    for (const [operation, sent] of requestsFor(503)) {
      await expect(operation, 503, sent, 'disconnected');
    }
  });

  await t.test('operations return 500 if the tables are missing', async () => {
    await service.database.query('alter schema public rename to lost');
    for (const [operation, sent] of requestsFor(500)) await expect(operation, 500, sent);
    await service.database.query('alter schema lost rename to public');
  });

  t.equal(
    harness.servedBy.size,
    2,
    `both API processes have responded: ${[...harness.servedBy].join()}`,
  );
  for (const operation of operations) {
    const declared = declaredOf(harness, operation).sort();
    t.same(
      [...(seen.get(operation) ?? [])].sort(),
      declared,
      `${operation}: the declared statuses were returned`,
    );
  }
});
