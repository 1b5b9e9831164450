import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode } from './json-file.js';

const run = promisify(execFile);

/** Identifies a process, so that a later one with the same pid is not mistaken for it. */
export interface ProcessIdentity {
  pid: number;
  /** Start time in the system's own format; compare it only for equality. */
  startedAt: string;
}

/** Whether any process has this pid. */
export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Returns the identity of a running process; undefined if none has this pid. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  if (!pidExists(pid)) return undefined;
  const startedAt = process.platform === 'linux' ? await linuxStart(pid) : await otherStart(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Whether the identified process still runs. */
export async function isStillRunning(identity: ProcessIdentity): Promise<boolean> {
  return (await identifyProcess(identity.pid))?.startedAt === identity.startedAt;
}

/** Whether parsed JSON has the shape of an identity. */
export function isProcessIdentity(value: unknown): value is ProcessIdentity {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'startedAt' in value &&
    typeof value.startedAt === 'string'
  );
}

// Ticks since boot repeat after a reboot, so the boot id is part of the identity.
async function linuxStart(pid: number): Promise<string | undefined> {
  try {
    const [stat, bootId] = await Promise.all([
      readFile(`/proc/${pid.toString()}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The second field is the name in parentheses, which may contain spaces, so fields are counted from its
    // end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, start] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X' || start === undefined) return undefined;
    return `${bootId.trim()}:${start}`;
  } catch {
    return undefined;
  }
}

async function otherStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return 'unknown';
  try {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', pid.toString()]);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
