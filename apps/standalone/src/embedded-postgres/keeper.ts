import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { parseKeeperOrder, type KeeperOrder } from './keeper-order.js';
import { plainEnvironment } from './os-user.js';
import { endServerOf, readPostmasterFile, stopPostmaster } from './postmaster.js';
import { waitUntil } from '@sluice/supervise';

/**
 * The process that PostgreSQL lives and dies with. A server started by the launcher itself would
 * outlive a launcher that is killed; this one sees its channel to the launcher close and stops the
 * server. Its own death is dealt with at the next start, by {@link endServerOf}.
 */
const order = parseKeeperOrder(process.argv[2]);

let stopping = false;
let server: ChildProcess | undefined;

const stop = async (): Promise<void> => {
  if (stopping) return;
  stopping = true;
  if (server?.pid !== undefined && server.exitCode === null) {
    await stopPostmaster(server.pid, order.pgCtl);
  }
  process.exit(0);
};

process.on('disconnect', () => void stop());
process.on('SIGTERM', () => void stop());
// Asked when a person cannot wait: what is not written yet is recovered at the next start.
process.on('SIGQUIT', () => {
  server?.kill('SIGQUIT');
});

await startServer();

async function startServer(): Promise<void> {
  await endServerOf(order.cluster, order.pgCtl);
  const started = spawnServer(order);
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
  const file = await readPostmasterFile(order.cluster);
  return file?.pid === pid && file?.ready === true;
}

function spawnServer({ postgres, cluster, settings, user }: KeeperOrder): ChildProcess {
  return spawn(postgres, ['-D', cluster, ...settings], {
    ...user,
    cwd: '/',
    env: plainEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
