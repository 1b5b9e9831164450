import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { parseWrapperOptions, type WrapperOptions } from './wrapper-options.js';
import { plainEnvironment } from './os-user.js';
import { endServerOf, readPostmasterFile, stopPostmaster } from './postmaster.js';
import { waitUntil } from '@sluice/supervise';

/**
 * The parent process of PostgreSQL. A server started by the launcher itself would survive a killed launcher.
 * This process sees the closed channel to the launcher and stops the server. If it is killed itself, {@link
 * endServerOf} stops the server at the next start.
 */
const options = parseWrapperOptions(process.argv[2]);

let stopping = false;
let server: ChildProcess | undefined;

const stop = async (): Promise<void> => {
  if (stopping) return;
  stopping = true;
  if (server?.pid !== undefined && server.exitCode === null) {
    await stopPostmaster(server.pid, options.pgCtl);
  }
  process.exit(0);
};

process.on('disconnect', () => void stop());
process.on('SIGTERM', () => void stop());
// Sent when the user forces the stop: unwritten data is recovered at the next start.
process.on('SIGQUIT', () => {
  server?.kill('SIGQUIT');
});

await startServer();

async function startServer(): Promise<void> {
  await endServerOf(options.cluster, options.pgCtl);
  const started = spawnServer(options);
  server = started;
  const ended = once(started, 'exit').then(() => true);
  const ready = waitUntil(() => isReady(started.pid), { withinMs: 300_000, everyMs: 5 });
  if ((await Promise.race([ended, ready.then((is) => !is)])) && !stopping) process.exit(1);
  process.send?.({ type: 'ready' });
  await ended;
  if (!stopping) process.exit(1);
}

async function isReady(pid: number | undefined): Promise<boolean> {
  if (stopping || server?.exitCode !== null) return true;
  const file = await readPostmasterFile(options.cluster);
  return file?.pid === pid && file?.ready === true;
}

function spawnServer({ postgres, cluster, settings, user }: WrapperOptions): ChildProcess {
  return spawn(postgres, ['-D', cluster, ...settings], {
    ...user,
    cwd: '/',
    env: plainEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
