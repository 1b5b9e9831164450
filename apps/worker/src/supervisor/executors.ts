import { randomUUID } from 'node:crypto';
import type { ServiceSettings } from '@sluice/config';
import { supervise, type BackOffOptions, type ChildRun, type ChildSpec } from '@sluice/supervise';
import type { Logger } from 'pino';
import { crashCause } from './crash-cause.js';
import { createLeaseEnder } from './lease-ender.js';
import { watchOomKills } from './oom-kills.js';

/** What {@link superviseExecutors} works with. */
export interface ExecutorsOptions {
  /** Absolute path of the module that an executor runs; it is given its worker id. */
  entry: string;
  /** Given before the worker id. */
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
  /** Resolves when all take jobs. Rejects with a StartFailure when one cannot. */
  readonly ready: Promise<void>;
  /** Lets running statements end for the grace, kills what hangs; may be called twice. */
  stop(): Promise<void>;
  /** Ends all at once; what they held is left to their leases. */
  kill(): void;
}

/** Beyond the grace an executor stops its statements, in two steps of five seconds, and writes. */
const closingMs = 12_000;

/** An executor that hangs has lost its lease by then, and ends itself when it merely was late. */
const silentBeyondLeaseMs = 5_000;

/**
 * Keeps the executors running. When one dies, its lease is ended in the database at once: what it ran
 * gets its honest end from the next sweep instead of after the whole lease. One that hangs is killed.
 */
export async function superviseExecutors(options: ExecutorsOptions): Promise<Executors> {
  const { settings, log, backOff } = options;
  const oomKills = watchOomKills();
  const leases = createLeaseEnder({
    databaseUrl: settings.DATABASE_URL,
    leaseMs: settings.SERVICE_WORKER_LEASE_MS,
    log,
  });
  const beginnings = () => {
    let replaces: string | null = null;
    return (): ChildRun => {
      const workerId = randomUUID();
      return {
        args: replaces === null ? [workerId] : [workerId, replaces],
        ended: (end) => {
          const { code, signal } = end;
          replaces = null;
          if (code === 0) return;
          const cause = crashCause(end, oomKills.hasStruck());
          log.error({ workerId, code, signal, cause }, 'executor died');
          leases.end(workerId, cause);
          replaces = cause ?? 'unknown';
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
        { ...executorSpec(options, number), begin: beginnings() },
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
  // Whoever kills the worker's group, as the launcher does with one that hangs, ends them too.
  sharesGroup: true,
  silentMs: settings.SERVICE_WORKER_LEASE_MS + silentBeyondLeaseMs,
  graceMs: settings.SERVICE_SHUTDOWN_GRACE_SECONDS * 1000 + closingMs,
});
