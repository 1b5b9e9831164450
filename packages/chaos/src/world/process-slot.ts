import { setTimeout as delay } from 'node:timers/promises';
import { startProcess, type TestProcess } from '@sluice/testkit';

/** A slot in which processes of the service run one after the other, as under a supervisor. */
export interface ProcessSlot {
  readonly name: string;
  /** The process that is ready now. */
  current(): TestProcess | undefined;
  /** Resolves when a process is ready. @throws when none is in time. */
  ready(): Promise<TestProcess>;
  /** SIGKILL; the next process starts after `downMs`. Resolves when the old one has ended. */
  kill(downMs: number): Promise<void>;
  /** SIGKILL without a restart until {@link ProcessSlot.start}. */
  halt(): Promise<void>;
  start(): void;
  /** SIGTERM without a restart; resolves when the process has ended. */
  stop(): Promise<void>;
  /** SIGTERM, then a program of another version, or of this one; resolves when it is ready. */
  replace(program: string | undefined): Promise<void>;
  /** The output of all processes of this slot. */
  output(): string;
  /** Ends the slot. */
  close(): Promise<void>;
}

const readyWithinMs = 60_000;
/**
 * Delay before the restart of a process that ended by itself, for example because it lost its lease.
 */
const RESTART_MS = 200;

/** Keeps a process running. Default: of this version. `environment` is called at each start. */
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
  // A function, because the value changes while this code waits.
  const isWanted = (): boolean => wanted;
  let downMs = RESTART_MS;
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
      downMs = RESTART_MS;
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
    // A starting process may wait for a server that never returns.
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
