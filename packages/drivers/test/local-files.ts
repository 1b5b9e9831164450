import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A directory of local files that is removed at the end. */
export function localFiles(t: { teardown: (work: () => void) => void }): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'sluice-local-'));
  t.teardown(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

/** Fields of `/proc/<pid>/stat` behind the name, which may hold spaces. */
const statOf = (pid: string): string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};

/** Children of this process that run an engine. */
export function engineProcesses(parent = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)[1] === String(parent))
    .filter((pid) => commandLine(pid).includes('/local/host/main.js'))
    .map(Number);
}

const commandLine = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** Ticks of the processor that a process has used, all its threads together. */
const ticksOf = (pid: number): number => {
  const [, , , , , , , , , , , user = 0, system = 0] = statOf(String(pid)).map(Number);
  return user + system;
};

/** How many engines are computing: they use a good part of a short time. */
export async function busyEngines(): Promise<number> {
  const before = new Map(engineProcesses().map((pid) => [pid, ticksOf(pid)]));
  await new Promise((resolve) => setTimeout(resolve, 120));
  return [...before].filter(([pid, ticks]) => ticksOf(pid) - ticks >= 3).length;
}
