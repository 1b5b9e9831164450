import { setTimeout as delay } from 'node:timers/promises';
import { startProcess, type TestProcess } from '@sluice/testkit';

/** A place in which a process of the service runs, one after the other, as under a supervisor. */
export interface ProcessSlot {
  readonly name: string;
  /** The process that is ready now. */
  current(): TestProcess | undefined;
  /** Resolves when one is ready. @throws when none is in time. */
  ready(): Promise<TestProcess>;
  /** SIGKILL; the next one begins after `downMs`. Resolves when the old one is gone. */
  kill(downMs: number): Promise<void>;
  /** SIGKILL now and no restart until {@link ProcessSlot.start}. */
  halt(): Promise<void>;
  start(): void;
  /** SIGTERM and no restart; resolves when it has ended by itself. */
  stop(): Promise<void>;
  /** The same, and a program of another version in its place, or this version's own; resolves when it is ready. */
  replace(program: string | undefined): Promise<void>;
  /** All that the processes of this place wrote. */
  output(): string;
  /** Ends it for good. */
  close(): Promise<void>;
}

const readyWithinMs = 60_000;
/** A process that ends by itself, for example without its lease, comes back after this. */
const ownRestartMs = 200;

/** Keeps a process running, of this version unless given. Its environment is asked for at each start. */
export function openSlot(
  name: string,
  kind: 'api' | 'worker',
  environment: () => NodeJS.ProcessEnv,
  givenProgram?: string,
): ProcessSlot {
  let program = givenProgram;
  const outputs: string[] = [];
  let current: TestProcess | undefined;
  let starting: Promise<void> | undefined;
  let wanted = false;
  // A function, since others change it while this one waits.
  const isWanted = (): boolean => wanted;
  let downMs = ownRestartMs;
  let halting = new AbortController();

  const run = async (): Promise<void> => {
    while (isWanted()) {
      try {
        const started = await startProcess(kind, environment(), halting.signal, program);
        if (isWanted()) current = started;
        else started.kill('SIGKILL');
        await started.ended;
        outputs.push(started.output());
      } catch (error) {
        outputs.push(`${name}: ${String(error)}`);
      }
      current = undefined;
      if (isWanted()) await delay(downMs);
      downMs = ownRestartMs;
    }
  };
  const start = (): void => {
    wanted = true;
    halting = new AbortController();
    starting ??= run().finally(() => (starting = undefined));
  };
  const ready = async (): Promise<TestProcess> => {
    const untilMs = performance.now() + readyWithinMs;
    while (performance.now() < untilMs) {
      if (current !== undefined) return current;
      await delay(10);
    }
    throw new Error(`${name} was not ready in time:\n${outputs.join('\n')}`);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    wanted = false;
    current?.kill(signal);
    // One that is starting may wait for a server that never comes back.
    halting.abort();
    await starting;
  };
  const halt = (): Promise<void> => end('SIGKILL');
  const stop = (): Promise<void> => end('SIGTERM');
  return {
    name,
    current: () => current,
    ready,
    kill: async (forMs) => {
      const victim = await ready();
      downMs = forMs;
      victim.kill('SIGKILL');
      await victim.ended;
    },
    halt,
    start,
    stop,
    replace: async (by) => {
      await stop();
      program = by;
      start();
      await ready();
    },
    output: () => [...outputs, current?.output() ?? ''].join('\n'),
    close: halt,
  };
}
