import { migrate } from '@sluice/database';
import { check } from '../checker/check.js';
import { collect } from '../checker/collect.js';
import { rule, type CheckResult } from '../checker/rule.js';
import { makePlan, type PlannedBatch, type PlanOptions } from '../plan/plan.js';
import type { Version } from '../world/build-version.js';
import type { Fleet } from '../world/fleet.js';
import { withWorld } from '../world/with-world.js';
import { runClients, type ClientLog } from './clients.js';
import { settle } from './settle.js';

/** Options of {@link runUpgrade}. */
export interface UpgradeOptions extends Pick<PlanOptions, 'seed' | 'queue'> {
  /** The version to start with and to return to. */
  older: Version;
  /** Number of batches sent during each step. */
  batchesPerStep: number;
  /** Called when a step is over. */
  onProgress?(line: string): void;
}

/** The results of an upgrade and a downgrade under load. */
export interface UpgradeReport {
  checks: CheckResult[];
  steps: UpgradeStep[];
}

/** A step and the batches that were sent during it. */
export interface UpgradeStep {
  name: string;
  batches: number;
  seconds: number;
}

const apis = 2;
const workers = 3;
const finalWithinMs = 60_000;

/**
 * Upgrades a service under load as docs/how-to/operate/upgrade.md describes, and downgrades it again: first the
 * schema, then the workers and the APIs, each stopped gracefully and replaced by the other version. Nothing
 * is killed, so nothing may be lost.
 */
export async function runUpgrade(options: UpgradeOptions): Promise<UpgradeReport> {
  const { older, queue, seed, batchesPerStep, onProgress = () => undefined } = options;
  return withWorld({ queue, apis, workers, version: older }, async (_, fleet) => {
    const steps = stepsOf(fleet, older);
    const batches = batchesPerStep * steps.length;
    const plan = makePlan({ seed, batches, faults: 0, queue, apis, workers, leaseMs: 0 });
    const logs: ClientLog[] = [];
    const done: UpgradeStep[] = [];
    for (const [index, [name, make]] of steps.entries()) {
      const fromMs = performance.now();
      const sent = plan.batches.slice(index * batchesPerStep, (index + 1) * batchesPerStep);
      const [log] = await Promise.all([send(fleet, sent), make()]);
      logs.push(log);
      const seconds = (performance.now() - fromMs) / 1000;
      done.push({ name, batches: log.entries.length, seconds });
      onProgress(`${name}: ${log.entries.length} batches in ${seconds.toFixed(1)} s`);
    }
    await settle(fleet, { finalMs: finalWithinMs, leftoversMs: 60_000 });
    const clients = logs.flatMap(({ entries }) => entries);
    const evidence = await collect(fleet, { clients, faults: [], finalWithinMs });
    const troubles = logs.flatMap(({ unanswered, strange }) => [...unanswered, ...strange]);
    const answered = rule('R1', 'every request is answered in the end', troubles, (why) => why);
    return { checks: [...check(evidence), answered], steps: done };
  });
}

const send = (fleet: Fleet, batches: readonly PlannedBatch[]): Promise<ClientLog> =>
  runClients(batches, {
    clients: fleet.clients,
    connectionId: fleet.connectionId,
    concurrency: 24,
    giveUpMs: 60_000,
    onAcknowledged: () => undefined,
  });

/** Returns each step with its name; during the empty steps only one version runs. */
function stepsOf(fleet: Fleet, older: Version): [string, () => Promise<unknown>][] {
  const nothing = (): Promise<void> => Promise.resolve();
  const toNewer = [...fleet.workers, ...fleet.apis].map(
    (slot): [string, () => Promise<unknown>] => [
      `${slot.name} upgraded`,
      () => slot.replace(undefined),
    ],
  );
  const toOlder = [...fleet.apis, ...fleet.workers].map(
    (slot): [string, () => Promise<unknown>] => [
      `${slot.name} downgraded`,
      () => slot.replace(fleet.apis.includes(slot) ? older.api : older.worker),
    ],
  );
  return [
    ['all older', nothing],
    ['schema upgraded', () => migrate(fleet.databaseUrl)],
    ...toNewer,
    ['all newer', nothing],
    ...toOlder,
    ['all older on the newer schema', nothing],
  ];
}
