import { until, type ReceivedAnswer } from '@sluice/testkit';
import t from 'tap';
import { accessArea, clientArea, connectionArea, schemaArea } from './connection-areas.js';
import { downloadArea } from './download-area.js';
import { batchArea, statementArea } from './execution-areas.js';
import { asLocked, asStranger, genericRequest } from './generic.js';
import { historyArea, queryArea } from './query-areas.js';
import { serviceArea } from './service-area.js';
import { signInArea } from './sign-in-area.js';
import { auditArea, serviceTokenArea, sessionArea, userArea } from './user-areas.js';
import { openContractWorld, type Area, type ContractWorld, type Row, type Sent } from './world.js';

/** Every operation; a new one fails the test until it has a row here. */
const rows: Area = {
  ...serviceArea,
  ...signInArea,
  ...userArea,
  ...sessionArea,
  ...serviceTokenArea,
  ...auditArea,
  ...connectionArea,
  ...accessArea,
  ...schemaArea,
  ...clientArea,
  ...batchArea,
  ...statementArea,
  ...downloadArea,
  ...queryArea,
  ...historyArea,
};
const operations = Object.keys(rows);

const rowOf = (operation: string): Row => {
  const row = rows[operation];
  if (row === undefined) throw new Error(`No row: ${operation}`);
  return row;
};

const declaredOf = ({ conformance }: ContractWorld, operation: string): number[] =>
  Object.keys(conformance.declared(operation).responses).map(Number);

t.test('every operation gives every answer that it declares, and as declared', async (t) => {
  const world = await openContractWorld();
  t.teardown(() => world.stop());
  const { conformance, service } = world;
  t.same(operations.toSorted(), conformance.operations.toSorted(), 'no operation is left out');
  // Statuses that have been seen, by operation.
  const seen = new Map<string, Set<number>>(operations.map((each) => [each, new Set()]));
  const check = (operation: string, status: number, answer: ReceivedAnswer): string => {
    t.equal(answer.status, status, `${operation} ${status}: ${answer.body.slice(0, 200)}`);
    t.same(conformance.problems(operation, answer), [], `${operation} ${status} as declared`);
    seen.get(operation)?.add(answer.status);
    return answer.headers.get('etag') ?? '';
  };
  const expect = async (
    operation: string,
    status: number,
    sent: Sent,
    where?: 'cut off',
  ): Promise<string> => check(operation, status, await world.send(operation, sent, where));
  /** What tells of what lives, such as leases, may be another by the next request. */
  const expectUnchanged = async (operation: string, sent: Sent, tag: string): Promise<void> => {
    let known = tag;
    const unchanged = await until(`${operation} answers the same twice`, async () => {
      const headers = { ...sent.headers, 'if-none-match': known };
      const answer = await world.send(operation, { ...sent, headers });
      if (answer.status !== 200) return answer;
      known = answer.headers.get('etag') ?? '';
      return null;
    });
    check(operation, 304, unchanged);
  };

  for (const operation of operations) {
    const row = rowOf(operation);
    const sent = await row.success(world);
    const tag = await expect(operation, 200, sent);
    for (const status of declaredOf(world, operation)) {
      const make = row.others?.[status] ?? genericRequest(operation, status, row, world);
      if (status === 304) {
        await expectUnchanged(operation, sent, tag);
      } else if (make !== undefined && status !== 200) {
        await expect(operation, status, await make(world));
      }
    }
  }

  // One of the rows has made it so.
  await t.test('too many failed sign-ins', async () => {
    const locked: Sent = { as: 'nobody', headers: { authorization: asLocked } };
    for (const operation of operations) {
      if (!declaredOf(world, operation).includes(429) || seen.get(operation)?.has(429)) continue;
      const { headers, ...sent } = await rowOf(operation).success(world);
      await expect(operation, 429, {
        ...sent,
        ...locked,
        headers: { ...headers, ...locked.headers },
      });
    }
  });

  const prepare = async (status: number): Promise<[string, Sent][]> => {
    const prepared: [string, Sent][] = [];
    for (const operation of operations) {
      if (!declaredOf(world, operation).includes(status)) continue;
      prepared.push([operation, await asStranger(operation, rowOf(operation), world)]);
    }
    return prepared;
  };
  const [unexpected, away] = [await prepare(500), await prepare(503)];

  await t.test('the database is cut off', async () => {
    await world.cut();
    for (const [operation, sent] of away) await expect(operation, 503, sent, 'cut off');
  });

  await t.test('the database has lost its tables', async () => {
    await service.database.query('alter schema public rename to lost');
    for (const [operation, sent] of unexpected) await expect(operation, 500, sent);
    await service.database.query('alter schema lost rename to public');
  });

  t.equal(world.servedBy.size, 2, `both APIs have answered: ${[...world.servedBy].join()}`);
  for (const operation of operations) {
    const declared = declaredOf(world, operation).sort();
    t.same([...(seen.get(operation) ?? [])].sort(), declared, `${operation}: all were exercised`);
  }
});
