import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Of Linux, on every machine that Node runs on. */
const ticksPerSecond = 100;

/** Share of one processor that a process takes over a time. Linux only. */
export async function processorShare(pid: number, durationMs: number): Promise<number> {
  const before = await processorSeconds(pid);
  const startedAtMs = performance.now();
  await delay(durationMs);
  const seconds = (performance.now() - startedAtMs) / 1000;
  return ((await processorSeconds(pid)) - before) / seconds;
}

async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / ticksPerSecond;
}
