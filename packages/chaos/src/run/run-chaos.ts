import { check } from '../checker/check.js';
import { collect } from '../checker/collect.js';
import type { Evidence } from '../checker/evidence.js';
import { rule, type CheckResult } from '../checker/rule.js';
import { makePlan, type Plan, type PlanOptions } from '../plan/plan.js';
import type { Fleet } from '../world/fleet.js';
import type { NeighbourLog, PooledTarget } from '../world/pooled-target.js';
import type { Servers } from '../world/servers.js';
import { withWorld, type Topology } from '../world/with-world.js';
import { runClients, type ClientLog } from './clients.js';
import { createFaultInjector } from './faults.js';
import { settle } from './settle.js';

/** The results of a chaos run. */
export interface ChaosReport {
  checks: CheckResult[];
  evidence: Evidence;
  client: ClientLog;
  /**
   * Milliseconds from the first request to the last response, and from then until everything was final.
   */
  runMs: number;
  settleMs: number;
  /** The output of the processes by slot. */
  logs: Record<string, string>;
}

/** Options of {@link runChaos}. */
export interface ChaosOptions extends Omit<PlanOptions, 'apis' | 'workers' | 'leaseMs'> {
  topology?: Topology;
  /** Called from time to time. */
  onProgress?(line: string): void;
}

const apis = 2;
const workers = 3;
const leaseMs = 3_000;
const finalWithinMs = 60_000;

/** Shorter than the defaults, so that a pause exceeds a lease and a run takes minutes. */
const settings = {
  SERVICE_WORKER_LEASE_MS: String(leaseMs),
  SERVICE_SWEEP_INTERVAL_MS: '500',
  SERVICE_REDISPATCH_AFTER_MS: '1000',
};

/** Runs a plan against its own servers and processes and checks what is left. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const plan = makePlan({ ...options, apis, workers, leaseMs });
  const { queue, topology, onProgress = () => undefined } = options;
  return withWorld({ queue, topology, apis, workers, settings }, (servers, fleet, pool) =>
    attack(plan, { servers, fleet, pool }, onProgress),
  );
}

/** Everything that a run attacks or observes. */
interface World {
  servers: Servers;
  fleet: Fleet;
  pool: PooledTarget | undefined;
}

async function attack(
  plan: Plan,
  { servers, fleet, pool }: World,
  onProgress: (line: string) => void,
): Promise<ChaosReport> {
  const neighbour = await pool?.startNeighbour(fleet.targetUrl);
  const injector = createFaultInjector(servers, fleet);
  const waiting = [...plan.faults];
  const fromMs = performance.now();
  const reportEvery = Math.max(Math.floor(plan.batches.length / 20), 1);
  const client = await runClients(plan.batches, {
    clients: fleet.clients,
    connectionId: fleet.connectionId,
    concurrency: 48,
    giveUpMs: 120_000,
    onAcknowledged: (count) => {
      while (waiting[0] !== undefined && waiting[0].afterBatches < count) {
        const fault = waiting.shift();
        if (fault !== undefined) injector.begin(fault);
      }
      if (count % reportEvery === 0) {
        const seconds = ((performance.now() - fromMs) / 1000).toFixed(0);
        onProgress(`${seconds} s: ${count} batches, ${waiting.length} faults left`);
      }
    },
  });
  const faults = await injector.done();
  const runMs = performance.now() - fromMs;
  const seen = await neighbour?.stop();
  const settleMs = await settle(fleet, { finalMs: finalWithinMs, leftoversMs: 60_000 });
  const evidence = await collect(fleet, { clients: client.entries, faults, finalWithinMs });
  const checks = [...check(evidence), ...checkRun(plan, client, faults.length), ...checkPool(seen)];
  const slots = [...fleet.apis, ...fleet.workers];
  const logs = Object.fromEntries(slots.map((slot) => [slot.name, slot.output()]));
  return { checks, evidence, client, runMs, settleMs, logs };
}

/** Rules on the run itself: a run without faults, or with blocked clients, proves nothing. */
const checkRun = (plan: Plan, client: ClientLog, faultCount: number): CheckResult[] => [
  rule('R1', 'every request is answered in the end', client.unanswered, (reason) => reason),
  rule('R2', 'every response is expected', client.strange, (answer) => answer),
  rule('R3', 'every planned fault happened', [faultCount], (count) =>
    count === plan.faults.length ? null : `${count} of ${plan.faults.length} faults happened`,
  ),
];

/** Rules on another client of the pool. Neither the pooler nor the target database is attacked. */
const checkPool = (seen: NeighbourLog | undefined): CheckResult[] =>
  seen === undefined
    ? []
    : [
        rule(
          'P1',
          'another client of the pool finds its settings',
          seen.settings,
          (found) => found,
        ),
        rule('P2', 'another client of the pool can work', seen.work, (error) => error),
      ];
