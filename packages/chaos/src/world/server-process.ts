import type { ChildProcess } from 'node:child_process';
import { endWithUs, until } from '@sluice/testkit';

/** Options of {@link startServerProcess}. */
export interface ServerProcessOptions {
  name: string;
  spawn(): ChildProcess;
  /** Rejects until the server answers. */
  ask(): Promise<unknown>;
  /** Signal that ends it like a crash. */
  signal: NodeJS.Signals;
  /** Signal that ends it gracefully. */
  stopSignal: NodeJS.Signals;
}

/** A server that can be killed and restarted. */
export interface ServerProcess {
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** Crashes it; resolves when the process has ended. */
  crash(): Promise<void>;
  /** Stops it gracefully with all its data on disk. */
  stop(): Promise<void>;
}

const startLimitMs = 60_000;

/** Starts the server; it ends with this process. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { name, spawn, ask, signal, stopSignal } = options;
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const started = spawn();
    server = started;
    const ended = new Promise<never>((_, reject) => {
      started.once('exit', (code) => {
        reject(new Error(`${name} ended with ${String(code)} before it answered`));
      });
    });
    // Afterwards its end is intended.
    ended.catch(() => undefined);
    await Promise.race([
      until(`${name} answers`, () => ask().then(() => true), startLimitMs),
      ended,
    ]);
  };
  const end = async (by: NodeJS.Signals): Promise<void> => {
    const running = server;
    server = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(by);
    await ended;
  };
  await start();
  endWithUs(() => server?.kill(signal));
  return { start, crash: () => end(signal), stop: () => end(stopSignal) };
}
