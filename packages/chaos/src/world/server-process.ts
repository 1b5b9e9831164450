import type { ChildProcess } from 'node:child_process';
import { endWithUs, until } from '@sluice/testkit';

/** What is started and killed. */
export interface ServerProcessOptions {
  name: string;
  spawn(): ChildProcess;
  /** Rejects until the server serves. */
  ask(): Promise<unknown>;
  /** Ends it without any farewell. */
  signal: NodeJS.Signals;
  /** Has it end in order. */
  farewell: NodeJS.Signals;
}

/** A server that may be killed and started again. */
export interface ServerProcess {
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** Resolves when the process is gone. */
  crash(): Promise<void>;
  /** The same in order, with all that it knows on the disk. */
  stop(): Promise<void>;
}

const startLimitMs = 60_000;

/** Starts it, and ends it with this process. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { name, spawn, ask, signal, farewell } = options;
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const started = spawn();
    server = started;
    const ended = new Promise<never>((_, reject) => {
      started.once('exit', (code) => {
        reject(new Error(`${name} ended with ${String(code)} before it answered`));
      });
    });
    // Later on its end is what was asked for.
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
  return { start, crash: () => end(signal), stop: () => end(farewell) };
}
