import { setTimeout as delay } from 'node:timers/promises';
import type { FaultTime } from '../checker/evidence.js';
import type { FaultKind, PlannedFault } from '../plan/plan.js';
import type { Fleet } from '../world/fleet.js';
import { queryOnce } from '../world/postgres-server.js';
import type { ProcessSlot } from '../world/process-slot.js';
import type { StoreMoment } from '../world/results-fault.js';
import type { Servers } from '../world/servers.js';
import { waitFor } from '../world/wait-for.js';

/** Injects faults, one at a time per target, several targets at once. */
export interface FaultInjector {
  /** Starts a fault; a running fault of the same target ends first. */
  begin(fault: PlannedFault): void;
  /** Resolves with the times of all faults when they are over. */
  done(): Promise<FaultTime[]>;
}

/** Creates an injector for these servers and processes. */
export function createFaultInjector(servers: Servers, fleet: Fleet): FaultInjector {
  const chains = new Map<string, Promise<void>>();
  const times: FaultTime[] = [];
  const act = actionsOn(servers, fleet);

  const happen = async (fault: PlannedFault): Promise<void> => {
    const from = new Date();
    await act[fault.kind](fault);
    times.push({ kind: fault.kind, from, until: new Date() });
  };
  return {
    begin: (fault) => {
      const victim = victimOf(fault);
      const before = chains.get(victim) ?? Promise.resolve();
      const chain = before.then(() => happen(fault));
      // A fault that could not be injected fails `done`, not the process.
      chain.catch(() => undefined);
      chains.set(victim, chain);
    },
    done: async () => {
      await Promise.all(chains.values());
      return times;
    },
  };
}

function victimOf({ kind, target }: PlannedFault): string {
  switch (kind) {
    case 'worker kill':
    case 'worker pause':
      return `worker ${target}`;
    case 'api kill':
      return `api ${target}`;
    case 'results open':
    case 'results write':
    case 'results publish':
    case 'results rename':
      return 'results';
    case 'redis flush':
    case 'redis restart':
      return 'redis';
    case 'postgres restart':
    case 'sessions cut':
      return 'postgres';
  }
}

type Actions = Record<FaultKind, (fault: PlannedFault) => Promise<void>>;

function actionsOn(
  { service, redis }: Servers,
  { apis, workers, databaseUrl, resultsFault }: Fleet,
): Actions {
  const failStore =
    (moment: StoreMoment) =>
    async ({ forMs }: PlannedFault): Promise<void> => {
      await resultsFault.set(moment);
      await delay(forMs);
      await resultsFault.set(null);
    };
  const kill =
    (slots: readonly ProcessSlot[]) =>
    async ({ target, forMs }: PlannedFault): Promise<void> => {
      await slots[target]?.kill(forMs);
      // The next fault of this slot, and the end of this one, wait for the successor.
      await slots[target]?.ready();
    };
  return {
    'worker kill': kill(workers),
    'api kill': kill(apis),
    'worker pause': async ({ target, forMs }) => {
      const slot = workers[target];
      const worker = await slot?.ready();
      worker?.kill('SIGSTOP');
      await delay(forMs);
      worker?.kill('SIGCONT');
      await slot?.ready();
    },
    'results open': failStore('open'),
    'results write': failStore('write'),
    'results publish': failStore('publish'),
    'results rename': failStore('rename'),
    'redis restart': async ({ forMs }) => {
      await redis.crash();
      await delay(forMs);
      await redis.start();
    },
    'redis flush': () => redis.flush(),
    'postgres restart': async ({ forMs }) => {
      await service.crash();
      await delay(forMs);
      await service.start();
    },
    'sessions cut': async ({ target }) => {
      const cut = `
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'sluice%' and pid % 2 = $1`;
      // A server that has just recovered may be slow to accept connections.
      await waitFor('sessions are disconnected', async () => {
        await queryOnce(databaseUrl, cut, [target % 2]);
        return true;
      });
    },
  };
}
