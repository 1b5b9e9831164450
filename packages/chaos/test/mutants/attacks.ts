import { setTimeout as delay } from 'node:timers/promises';
import type { Batch } from '@sluice/contracts';
import { createProducer, createQueueBackend } from '@sluice/jobs';
import { isAlive } from '@sluice/testkit';
import { check, brokenRules } from '../../src/checker/check.js';
import { collect } from '../../src/checker/collect.js';
import { recording, type FaultTime } from '../../src/checker/evidence.js';
import type { CheckResult } from '../../src/checker/rule.js';
import { settle } from '../../src/run/settle.js';
import { firstOf, openFleet, type Fleet } from '../../src/world/fleet.js';
import { queryOnce } from '../../src/world/postgres-server.js';
import { waitFor } from '../../src/world/wait-for.js';
import { sharedServer } from '../support.js';
import { routineChanges } from './routines.js';

/** Attacks its own service; returns the acknowledged batches and the faults with their times. */
type Attack = (fleet: Fleet) => Promise<{ batchIds: string[]; faults: FaultTime[] }>;

/** The module that turns a worker into a mutant. */
const preloadOf = (mutant: string): string => {
  const module = new URL('./preload.mjs', import.meta.url);
  module.searchParams.set('mutant', mutant);
  return module.href;
};

/** Runs an attack on the unmodified build or on a mutant; returns the results of the checker. */
export async function attackWith(
  attack: Attack,
  mutant: string | null,
): Promise<{ checks: CheckResult[]; broken: string[] }> {
  const environment = mutant === null ? {} : { NODE_OPTIONS: `--import=${preloadOf(mutant)}` };
  const fleet = await openFleet({
    serviceServer: sharedServer(),
    targetServer: sharedServer(),
    apis: 1,
    workers: 2,
    settings: {
      SERVICE_WORKER_LEASE_MS: '5000',
      // The worker that runs a batch accepts no other delivery.
      SERVICE_WORKER_CONCURRENCY: '1',
      SERVICE_SWEEP_INTERVAL_MS: '200',
      SERVICE_REDISPATCH_AFTER_MS: '1000',
    },
    workerEnvironment: environment,
    // The sweep runs in the API, too.
    apiEnvironment: environment,
  });
  try {
    await changeRoutines(fleet, mutant);
    const { batchIds, faults } = await attack(fleet);
    await settle(fleet, { finalMs: 30_000, leftoversMs: 20_000 });
    const clients = batchIds.map((batchId) => ({ batchId, seenFinal: null }));
    const checks = check(await collect(fleet, { clients, faults, finalWithinMs: 60_000 }));
    return { checks, broken: brokenRules(checks) };
  } finally {
    await fleet.close();
  }
}

/** The part of a mutant in the database. */
async function changeRoutines({ databaseUrl }: Fleet, mutant: string | null): Promise<void> {
  for (const { routine, from, to } of routineChanges[mutant ?? ''] ?? []) {
    const [row] = await queryOnce<{ source: string }>(
      databaseUrl,
      'select pg_get_functiondef($1::regproc) as source',
      [routine],
    );
    if (!row?.source.includes(from)) throw new Error(`${routine} does not contain: ${from}`);
    await queryOnce(databaseUrl, row.source.replaceAll(from, to));
  }
}

/** The job of a running batch is delivered again: to an idle worker, and after its end. */
export const redeliver: Attack = async (fleet) => {
  const batch = await submit(fleet, ['select pg_sleep(6)', recording('again')]);
  const prefix = new URL(fleet.databaseUrl).pathname.slice(1);
  const { databaseUrl } = fleet;
  const producer = createProducer(
    createQueueBackend({ redisUrl: undefined, databaseUrl, prefix }),
    () => undefined,
  );
  const again = () => producer.addAgain('runBatch', [{ id: batch.id, v: 1 }]);
  try {
    await waitFor('the first statement runs', () => isStarted(fleet, batch));
    for (let times = 0; times < 3; times++) {
      await again();
      await delay(100);
    }
    await waitFor('it has ended', () => isFinal(fleet, batch), 60_000);
    await again();
    // First in, first out: once this job has run, that one has arrived.
    const after = await submit(fleet, ['select 1']);
    await waitFor('the next one has ended', () => isFinal(fleet, after), 60_000);
    return { batchIds: [batch.id, after.id], faults: [] };
  } finally {
    await producer.close();
  }
};

/** The workers are paused beyond their lease while a statement's answer waits for them. */
export const pausePastLease: Attack = async (fleet) => {
  const batch = await submit(fleet, [`${recording('slept')} from pg_sleep(2)`]);
  // Not earlier: a worker that is paused before it has sent everything leaves a session that waits for it.
  await waitFor('the statement sleeps', () => isSleeping(fleet));
  const from = new Date();
  const sleeping = await Promise.all(fleet.workers.map((slot) => slot.ready()));
  const executors = sleeping.flatMap((worker) => worker.children());
  for (const worker of sleeping) worker.kill('SIGSTOP');
  await waitFor('the sweep has ended it', () => isFinal(fleet, batch));
  await waitFor('the statement has ended in its database', async () => !(await isSleeping(fleet)));
  for (const worker of sleeping) worker.kill('SIGCONT');
  // A mutant may take long to end; what it has written by then is enough.
  await waitFor('they have noticed', () => Promise.resolve(!executors.some(isAlive)), 30_000).catch(
    () => undefined,
  );
  return { batchIds: [batch.id], faults: [{ kind: 'worker pause', from, until: new Date() }] };
};

/** The worker is killed during the second statement of a batch. */
export const killBetween: Attack = async (fleet) => {
  const batch = await submit(fleet, [recording('first'), 'select pg_sleep(3)']);
  await waitFor('the second statement sleeps', () => isSleeping(fleet));
  const faults = await killAll(fleet);
  return { batchIds: [batch.id], faults };
};

/** The worker is killed as soon as a client may know that a result exists. */
export const killAtEnd: Attack = async (fleet) => {
  const batch = await submit(fleet, [`${recording('stored')} returning marker`]);
  await waitFor('it is finished', () => isFinal(fleet, batch));
  return { batchIds: [batch.id], faults: await killAll(fleet) };
};

/**
 * Two results cannot be stored: of a statement in a transaction, and of one that takes too long to complete.
 */
export const loseResults: Attack = async (fleet) => {
  const from = new Date();
  const written = (marker: string): string => `${recording(marker)} returning marker`;
  const batches = [
    await submit(fleet, [
      'begin',
      `with recorded as (${written('open')})
       select marker, pg_sleep(1) from recorded, generate_series(1, 4)`,
      'commit',
    ]),
    await submit(fleet, [
      `with recorded as (${written('long')})
       select marker, repeat('x', 100), pg_sleep(0.01) from recorded, generate_series(1, 3000)`,
    ]),
    await submit(fleet, [`${written('short')}, pg_sleep(1)`]),
  ];
  await fleet.resultsFault.set('publish');
  await waitFor('all have ended', async () => {
    const ended = await Promise.all(batches.map((batch) => isFinal(fleet, batch)));
    return ended.every(Boolean);
  });
  await fleet.resultsFault.set(null);
  const faults = [{ kind: 'results publish', from, until: new Date() }];
  return { batchIds: batches.map(({ id }) => id), faults };
};

async function isSleeping({ targetUrl }: Fleet): Promise<boolean> {
  const sql = `
    select from pg_stat_activity
    where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`;
  return (await queryOnce(targetUrl, sql)).length > 0;
}

async function killAll(fleet: Fleet): Promise<FaultTime[]> {
  const from = new Date();
  await Promise.all(fleet.workers.map((slot) => slot.kill(0)));
  await Promise.all(fleet.workers.map((slot) => slot.ready()));
  return [{ kind: 'worker kill', from, until: new Date() }];
}

const submit = (fleet: Fleet, statements: string[]): Promise<Batch> =>
  firstOf(fleet.clients).submit(fleet.connectionId, statements.join(';\n'));

async function isStarted({ databaseUrl }: Fleet, { id }: Batch): Promise<boolean> {
  const sql = "select from statements where batch_id = $1 and status = 'started'";
  return (await queryOnce(databaseUrl, sql, [id])).length > 0;
}

async function isFinal({ databaseUrl }: Fleet, { id }: Batch): Promise<boolean> {
  const sql = "select from batches where id = $1 and status <> 'started'";
  return (await queryOnce(databaseUrl, sql, [id])).length > 0;
}
