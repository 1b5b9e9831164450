/**
 * The cost of each operation in milliseconds of one core. `npm run bench -- costs backlog` measures them.
 */
export interface UnitCosts {
  /** A short batch: submitted, claimed, run, waited for, its row read. */
  batch: {
    apiMs: number;
    workerMs: number;
    databaseMs: number;
    walBytes: number;
    /** Batch and statement with their indexes. */
    rowBytes: number;
    auditBytes: number;
  };
  /** A poll by a client with the newest version. */
  poll: { apiMs: number; databaseMs: number };
  /** A client that waits or listens, while nothing happens. */
  watcher: { apiKiB: number };
  /** Sending one change to one of them. */
  change: { apiMs: number };
  /** Rows stored and sent. */
  megabyte: { workerMs: number; apiMs: number };
  /** One second of one idle API and worker. */
  idle: { apiMs: number; workerMs: number; databaseMs: number };
  /** A waiting batch: rows with indexes, its job in either queue. */
  waiting: { rowBytes: number; postgresJobBytes: number; redisJobBytes: number };
}

/** The load of the service. */
export interface Load {
  tenants: number;
  batchesPerDay: number;
  /** The busiest hour relative to the mean. */
  peakFactor: number;
  /** Time of a batch in its target. */
  batchSeconds: number;
  megabytesPerBatch: number;
  /** How often a result is read completely. */
  readsPerBatch: number;
  watchers: number;
  /** The share of watchers that poll; the others wait or listen. */
  pollingShare: number;
  pollSeconds: number;
  /** Changes of a batch that its watchers receive. */
  changesPerBatch: number;
  watchersPerBatch: number;
  retentionDays: number;
  auditDays: number;
  /** Duration of an outage of all workers or targets. */
  outageMinutes: number;
}

/** The machines. */
export interface Machines {
  /** Target utilization of a core at the peak. */
  utilisation: number;
  /** Batches that a worker process runs at the same time. */
  slotsPerWorker: number;
  /** Connections of a process to PostgreSQL, including listeners and the queue. */
  connectionsPerProcess: number;
  /** Cores of the metadata database server; there is one. */
  databaseCores: number;
  /** Its `max_connections`. */
  databaseConnections: number;
  databaseGigabytes: number;
  /** Bytes of WAL that its disk accepts per second. */
  walBytesPerSecond: number;
  /** Sequential claims per second while slot limits are in force. */
  claimsPerSecond: number;
}

/** One line of the calculation. */
export interface Carried {
  part: string;
  what: string;
  value: number;
  unit: string;
  digits?: number;
}

/** A limited resource and its utilization. */
export interface Limit {
  what: string;
  used: number;
  available: number;
  unit: string;
  /** Batches per day at which it is exhausted, with everything else in proportion. */
  batchesPerDay: number;
  movedBy: string;
}

/** The whole calculation. */
export interface Calculation {
  carried: Carried[];
  /** The nearest limit first. */
  limits: Limit[];
}

const day = 86_400;
const kilobyte = 1e3;
const gigabyte = 1e9;

/** Calculates the load of each part. */
export function calculate(costs: UnitCosts, load: Load, machines: Machines): Calculation {
  const mean = load.batchesPerDay / day;
  const peak = mean * load.peakFactor;
  const pollers = load.watchers * load.pollingShare;
  const listeners = load.watchers - pollers;
  const polls = pollers / load.pollSeconds;
  const changes = peak * load.changesPerBatch * load.watchersPerBatch * (1 - load.pollingShare);
  const stored = peak * load.megabytesPerBatch;
  const sent = stored * load.readsPerBatch;

  const apiCores =
    (peak * costs.batch.apiMs +
      polls * costs.poll.apiMs +
      changes * costs.change.apiMs +
      sent * costs.megabyte.apiMs) /
    1000;
  const apis = Math.max(2, Math.ceil(apiCores / machines.utilisation));
  const workerCores = (peak * costs.batch.workerMs + stored * costs.megabyte.workerMs) / 1000;
  const running = peak * load.batchSeconds;
  const workers = Math.max(
    2,
    Math.ceil(workerCores / machines.utilisation),
    Math.ceil(running / machines.slotsPerWorker / machines.utilisation),
  );
  const databaseCores =
    (peak * costs.batch.databaseMs +
      polls * costs.poll.databaseMs +
      // Measured with one of each.
      ((apis + workers) / 2) * costs.idle.databaseMs) /
    1000;
  const walPerSecond = peak * costs.batch.walBytes;
  const connections = (apis + workers) * machines.connectionsPerProcess;
  const waiting = peak * load.outageMinutes * 60;
  const rowBytes = load.batchesPerDay * load.retentionDays * costs.batch.rowBytes;
  const auditBytes = load.batchesPerDay * load.auditDays * costs.batch.auditBytes;
  const resultBytes = load.batchesPerDay * load.megabytesPerBatch * 1e6;

  const carried: Carried[] = [
    { part: 'load', what: 'batches, mean', value: mean, unit: '/s', digits: 1 },
    { part: 'load', what: 'batches, peak', value: peak, unit: '/s', digits: 1 },
    {
      part: 'load',
      what: 'batches of each tenant',
      value: load.batchesPerDay / load.tenants,
      unit: '/day',
    },
    { part: 'API', what: 'polls', value: polls, unit: '/s' },
    { part: 'API', what: 'change notifications', value: changes, unit: '/s' },
    { part: 'API', what: 'results sent, peak', value: sent, unit: 'MB/s', digits: 1 },
    { part: 'API', what: 'processor, peak', value: apiCores, unit: 'cores', digits: 2 },
    {
      part: 'API',
      what: 'memory of waiting and listening clients',
      value: (listeners * costs.watcher.apiKiB) / 1024,
      unit: 'MiB',
    },
    { part: 'API', what: 'processes', value: apis, unit: '' },
    { part: 'workers', what: 'running batches, peak', value: running, unit: '' },
    { part: 'workers', what: 'processor, peak', value: workerCores, unit: 'cores', digits: 2 },
    { part: 'workers', what: 'processes', value: workers, unit: '' },
    { part: 'PostgreSQL', what: 'processor, peak', value: databaseCores, unit: 'cores', digits: 2 },
    { part: 'PostgreSQL', what: 'WAL, peak', value: walPerSecond / kilobyte, unit: 'kB/s' },
    {
      part: 'PostgreSQL',
      what: 'WAL of a day',
      value: (load.batchesPerDay * costs.batch.walBytes) / gigabyte,
      unit: 'GB',
      digits: 1,
    },
    {
      part: 'PostgreSQL',
      what: `batches of ${load.retentionDays} days`,
      value: rowBytes / gigabyte,
      unit: 'GB',
    },
    {
      part: 'PostgreSQL',
      what: `audit log of ${load.auditDays} days`,
      value: auditBytes / gigabyte,
      unit: 'GB',
    },
    { part: 'PostgreSQL', what: 'connections', value: connections, unit: '' },
    {
      part: 'queue',
      what: `waiting after ${load.outageMinutes} minutes without workers`,
      value: waiting,
      unit: 'batches',
    },
    {
      part: 'queue',
      what: 'their jobs in Redis',
      value: (waiting * costs.waiting.redisJobBytes) / 1e6,
      unit: 'MB',
    },
    {
      part: 'queue',
      what: 'or their jobs in PostgreSQL',
      value: (waiting * costs.waiting.postgresJobBytes) / 1e6,
      unit: 'MB',
    },
    { part: 'results', what: 'stored in a day', value: resultBytes / gigabyte, unit: 'GB' },
    {
      part: 'results',
      what: `stored in ${load.retentionDays} days`,
      value: (resultBytes * load.retentionDays) / gigabyte,
      unit: 'GB',
    },
  ];

  const limit = (
    what: string,
    used: number,
    available: number,
    unit: string,
    movedBy: string,
  ): Limit => ({
    what,
    used,
    available,
    unit,
    movedBy,
    batchesPerDay: (load.batchesPerDay * available) / used,
  });
  const limits = [
    limit(
      'processor of PostgreSQL',
      databaseCores,
      machines.databaseCores * machines.utilisation,
      'cores',
      'a larger machine; events instead of polls; more statements in a batch',
    ),
    limit(
      'sequential claims, with slot limits',
      peak,
      machines.claimsPerSecond,
      'claims/s',
      'no limits of tenants, users or connections: claims then run in parallel',
    ),
    limit(
      'connections of PostgreSQL',
      connections,
      machines.databaseConnections,
      'connections',
      'more slots in each worker process; a smaller SERVICE_DATABASE_POOL_SIZE',
    ),
    limit(
      'disk of PostgreSQL',
      (rowBytes + auditBytes) / gigabyte,
      machines.databaseGigabytes,
      'GB',
      'SERVICE_AUDIT_BATCHES=false, or a shorter retention of events or batches',
    ),
    limit(
      'WAL',
      walPerSecond / kilobyte,
      machines.walBytesPerSecond / kilobyte,
      'kB/s',
      'a faster disk',
    ),
  ].sort((a, b) => a.batchesPerDay - b.batchesPerDay);
  return { carried, limits };
}
