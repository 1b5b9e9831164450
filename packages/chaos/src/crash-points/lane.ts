import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Batch } from '@sluice/contracts';
import { until } from '@sluice/testkit';
import { check } from '../checker/check.js';
import { collect } from '../checker/collect.js';
import {
  markerOf,
  recording,
  type ClientEntry,
  type Evidence,
  type FaultTime,
} from '../checker/evidence.js';
import type { CheckResult } from '../checker/rule.js';
import { settle } from '../run/settle.js';
import { firstOf, openFleet, type Fleet, type FleetOptions } from '../world/fleet.js';
import type { ProcessSlot } from '../world/process-slot.js';
import { queryOnce } from '../world/postgres-server.js';
import { waitFor } from '../world/wait-for.js';
import type { Mode, Point } from './point.js';

/** The points of a lane. */
export interface LaneOptions {
  servers: Pick<FleetOptions, 'serviceServer' | 'targetServer' | 'redisUrl'>;
  /** A folder for orders, created and removed by the caller. */
  folder: string;
  modes: readonly Mode[];
  /** The first effect, and the step to the next one. */
  first: number;
  step: number;
  /** Called with each point. */
  onPoint?(point: Point): void;
}

/** The results of a lane. */
export interface LaneReport {
  points: TriedPoint[];
  checks: CheckResult[];
}

/** A point and the rules that its batch violates. */
export interface TriedPoint extends Point {
  violations: string[];
}

/** Returns the module that injects the fault named by a file. */
const preloadWith = (orderFile: string): string => {
  const module = new URL('./preload.mjs', import.meta.url);
  module.searchParams.set('order', orderFile);
  return module.href;
};

const settings = {
  SERVICE_SWEEP_INTERVAL_MS: '200',
  SERVICE_REDISPATCH_AFTER_MS: '400',
};

/**
 * Runs a service and injects a fault at one effect after the other. Each batch meets one fault, until a batch
 * finishes without meeting its fault because it has no further effects.
 */
export async function runLane(options: LaneOptions): Promise<LaneReport> {
  const orderFile = join(options.folder, `order-${process.hrtime.bigint()}`);
  const broken = { NODE_OPTIONS: `--import=${preloadWith(orderFile)}` };
  const isApi = options.modes.some((mode) => mode.role === 'api');
  const fleet = await openFleet({
    ...options.servers,
    apis: isApi ? 2 : 1,
    workers: 1,
    settings,
    ...(isApi ? { apiEnvironment: broken } : { workerEnvironment: broken }),
  });
  try {
    const lane = new Lane(fleet, orderFile, options.onPoint ?? (() => undefined));
    for (const mode of options.modes) {
      let at = options.first;
      while (await lane.breakAt(mode, at)) at += options.step;
    }
    return await lane.report();
  } finally {
    await fleet.close();
  }
}

const finalWithinMs = 60_000;
/** Effects after the last status: the end of the job, of the session, a response. */
const TRAILING_MS = 300;

/** A violation names a batch, a statement or its marker. */
function tried(point: Point, evidence: Evidence, checks: readonly CheckResult[]): TriedPoint {
  const statements = evidence.statements.filter((each) => each.batchId === point.batchId);
  const names = [
    point.batchId,
    ...statements.flatMap(({ id, text }) => [id, markerOf(text) ?? id]),
  ];
  const violations = checks.flatMap((result) =>
    result.violations
      .filter((violation) => names.some((name) => violation.includes(name)))
      .map((violation) => `${result.name}: ${violation}`),
  );
  return { ...point, violations };
}

class Lane {
  private readonly points: Point[] = [];
  private readonly clients: ClientEntry[] = [];
  private readonly faults: FaultTime[] = [];
  private count = 0;

  constructor(
    private readonly fleet: Fleet,
    private readonly orderFile: string,
    private readonly onPoint: (point: Point) => void,
  ) {}

  /**
   * Sends batches until one has met its fault at this effect; returns false if there is no such effect.
   */
  async breakAt(mode: Mode, at: number): Promise<boolean> {
    const slot = firstOf(mode.role === 'api' ? this.fleet.apis : this.fleet.workers);
    for (let passed = 0; passed < 2;) {
      const armed = await slot.ready();
      if (await this.tryAt(mode, at, slot)) {
        // The supervisor delays restarts of an executor that dies repeatedly.
        if (mode.role === 'worker' && mode.how === 'kill') await slot.kill(0);
        return true;
      }
      // A process that ended for another reason (a lease that it could not renew on a busy machine) lost the
      // order, which says nothing about the effect. Neither does the first batch that passes: a starting
      // worker claims queued batches, which no job or notification causes.
      if (slot.current() === armed) passed++;
    }
    return false;
  }

  private async tryAt(mode: Mode, at: number, slot: ProcessSlot): Promise<boolean> {
    const id = ++this.count;
    await this.arm(slot, { ...mode, id, at });
    const from = new Date();
    const batchId = await this.submit(`p${id}`);
    this.clients.push({ batchId, seenFinal: null });
    await this.final(batchId);
    const label = (await this.fired(id)) ?? (await delay(TRAILING_MS, this.fired(id)));
    if (label === null) return false;
    this.faults.push({ kind: mode.how, from, until: new Date() });
    const point = { ...mode, at, label, batchId };
    this.points.push(point);
    this.onPoint(point);
    return true;
  }

  async report(): Promise<LaneReport> {
    const scene = this.fleet;
    await settle(scene, { finalMs: finalWithinMs, leftoversMs: 30_000 });
    const evidence = await collect(scene, {
      clients: this.clients,
      faults: this.faults,
      finalWithinMs,
    });
    const checks = check(evidence);
    return { points: this.points.map((point) => tried(point, evidence, checks)), checks };
  }

  /** Repeats with the successor if the process was about to end. */
  private async arm(slot: ProcessSlot, order: Mode & { id: number; at: number }): Promise<void> {
    await writeFile(this.orderFile, JSON.stringify(order));
    await until(`fault ${order.id} is armed`, async () => {
      const victim = await slot.ready();
      // A worker's batches run in its executors, whose leases its supervisor ends.
      const pids = order.role === 'api' ? [victim.pid] : victim.children();
      for (const pid of pids) process.kill(pid, 'SIGWINCH');
      const isArmed = () => victim.output().includes(`armed ${order.id}\n`);
      for (let waits = 0; waits < 100 && !isArmed(); waits++) await delay(20);
      return isArmed();
    });
  }

  /** Sends to the first API, and to the other one with the same key if the first fails. */
  private async submit(key: string): Promise<string> {
    const { clients, connectionId } = this.fleet;
    const [a, b, c] = ['1', '2', '3'].map((each) => recording(`${key}-${each}`));
    const batchText = [`${a ?? ''} returning marker`, b, `${c ?? ''} returning marker`].join(';\n');
    let attempt = 0;
    const batch = await until('the batch is acknowledged', async () => {
      const client = clients[attempt++ % clients.length];
      const response = await client?.request(
        'POST',
        '/api/batches',
        { connectionId, batchText },
        { 'idempotency-key': key },
      );
      const body = await response?.text();
      return response?.status === 200 ? (JSON.parse(body ?? '') as Batch) : null;
    });
    return batch.id;
  }

  /**
   * Reads the database directly, so that the check has no effect in the API. The checker reports batches that
   * are not final.
   */
  private async final(batchId: string): Promise<void> {
    const { databaseUrl } = this.fleet;
    const sql = "select from batches where id = $1 and status <> 'started'";
    await waitFor(
      `batch ${batchId} is final`,
      async () => (await queryOnce(databaseUrl, sql, [batchId])).length === 1,
      finalWithinMs,
    ).catch(() => undefined);
  }

  private async fired(id: number): Promise<string | null> {
    const file = `${this.orderFile}.${id}`;
    const label = await readFile(file, 'utf8').catch(() => null);
    await rm(file, { force: true });
    return label;
  }
}
