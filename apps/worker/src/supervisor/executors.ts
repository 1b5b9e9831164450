import { randomUUID } from 'node:crypto';
import type { ServiceSettings } from '@sluice/config';
import { supervise, type BackOffOptions, type ChildRun, type ChildSpec } from '@sluice/supervise';
import type { Logger } from 'pino';
import { crashCause } from './crash-cause.js';
import { createLeaseEnder } from './lease-ender.js';
import { watchOomKills } from './oom-kills.js';

/** Options of {@link superviseExecutors}. */
export interface ExecutorsOptions {
  /** Absolute path of the executor's module; the worker id is its argument. */
  entry: string;
  /** Arguments before the worker id. */
  args?: string[];
  environment: NodeJS.ProcessEnv;
  settings: Pick<
    ServiceSettings,
    | 'DATABASE_URL'
    | 'SERVICE_SHUTDOWN_GRACE_SECONDS'
    | 'SERVICE_WORKER_HEAP_MB'
    | 'SERVICE_WORKER_LEASE_MS'
    | 'SERVICE_WORKER_PROCESSES'
  >;
  log: Logger;
  backOff?: BackOffOptions;
}

/** The executor processes of a worker. */
export interface Executors {
  /** Resolves when all executors are ready. Rejects with a StartFailure when one cannot start. */
  readonly ready: Promise<void>;
  /**
   * Lets running statements continue for the shutdown grace, then kills what remains. May be called twice.
   */
  stop(): Promise<void>;
  /** Kills all executors; their leases expire. */
  kill(): void;
}

/** Beyond the grace an executor stops its statements in two steps of 5 s and writes their end. */
const CLOSE_MARGIN_MS = 12_000;

/** By then a hung executor has lost its lease, and one that was merely late has exited. */
const SILENCE_MARGIN_MS = 5_000;

/**
 * Keeps the executors running. When one dies, its lease is ended in the database at once, so that the next
 * sweep ends its batches. One that hangs is killed.
 */
export async function superviseExecutors(options: ExecutorsOptions): Promise<Executors> {
  const { settings, log, backOff } = options;
  const oomKills = watchOomKills();
  const leases = createLeaseEnder({
    databaseUrl: settings.DATABASE_URL,
    leaseMs: settings.SERVICE_WORKER_LEASE_MS,
    log,
  });
  const createRuns = () => {
    let replacedCause: string | null = null;
    return (): ChildRun => {
      const workerId = randomUUID();
      return {
        args: replacedCause === null ? [workerId] : [workerId, replacedCause],
        ended: (end) => {
          const { code, signal } = end;
          replacedCause = null;
          if (code === 0) return;
          const cause = crashCause(end, oomKills.hasKilled());
          log.error({ workerId, code, signal, cause }, 'executor died');
          leases.end(workerId, cause);
          replacedCause = cause ?? 'unknown';
        },
      };
    };
  };
  const show = (line: string): void => {
    log.warn(line);
  };
  const numbers = Array.from(
    { length: settings.SERVICE_WORKER_PROCESSES },
    (_, index) => index + 1,
  );
  const children = await Promise.all(
    numbers.map((number) =>
      supervise(
        { ...executorSpec(options, number), begin: createRuns() },
        { show, ...(backOff && { backOff }) },
      ),
    ),
  );
  return {
    ready: Promise.all(children.map((child) => child.firstReady)).then(() => undefined),
    stop: async () => {
      await Promise.all(children.map((child) => child.stop()));
      await leases.settled();
      oomKills.close();
    },
    kill: () => {
      for (const child of children) child.kill();
    },
  };
}

const executorSpec = (
  { entry, args = [], environment, settings }: ExecutorsOptions,
  number: number,
): ChildSpec => ({
  name: `executor ${number}`,
  entry,
  args,
  env: environment,
  execArgv: [...process.execArgv, `--max-old-space-size=${settings.SERVICE_WORKER_HEAP_MB}`],
  output: 'passed',
  ownsGroup: false,
  // A launcher that kills the group of a hung worker ends its executors too.
  sharesGroup: true,
  silentMs: settings.SERVICE_WORKER_LEASE_MS + SILENCE_MARGIN_MS,
  graceMs: settings.SERVICE_SHUTDOWN_GRACE_SECONDS * 1000 + CLOSE_MARGIN_MS,
});
