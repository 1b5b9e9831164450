import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endWithUs } from './end-with-us.js';
import { listens } from './listens.js';
import { until } from './until.js';

/** An installed server program. */
export interface ServerProgram {
  /** Name of the command, in `PATH` or `/usr/sbin`. */
  command: string;
  args: readonly string[];
  /** Port on 127.0.0.1 that it listens on. */
  port: number;
  /** Its {@link serverFolder}, which is deleted after it has ended. */
  folder: string;
}

/** Creates a temporary folder for the files of a server program. */
export const serverFolder = (name: string): string =>
  mkdtempSync(path.join(tmpdir(), `sluice-${name}-`));

/** Starts a server program and waits until it listens. Returns a function that ends it. */
export async function startServerProgram(program: ServerProgram): Promise<() => Promise<void>> {
  const { command, args, port, folder } = program;
  const server = spawn(command, args, {
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its children are in its process group, so all of them can be ended. Ctrl-C is for the starting process, which may
    // still need the server.
    detached: true,
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-10_000);
  });
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => {
      resolve();
    });
  });
  const failed = new Promise<never>((_, reject) => {
    server.once('error', reject);
    server.once('exit', () => {
      reject(new Error(`${command} did not start\n${log}`));
    });
  });
  failed.catch(() => undefined);
  const kill = (): void => {
    const isRunning = server.exitCode === null && server.signalCode === null;
    if (server.pid !== undefined && isRunning) process.kill(-server.pid, 'SIGKILL');
  };
  const forget = endWithUs(kill);
  await Promise.race([until(`${command} listens`, () => listens(port)), failed]);
  return async () => {
    forget();
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
