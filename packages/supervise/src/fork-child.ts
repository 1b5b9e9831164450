import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildOutput } from './child-output.js';
import type { ChildEnd, ChildRun, ChildSpec } from './child-spec.js';
import { leanNode } from './lean-node.js';

/** Starts one run of a child. */
export function forkChild(
  spec: ChildSpec,
  run: Pick<ChildRun, 'args'>,
  stdio: ChildOutput['stdio'],
): ChildProcess {
  return fork(spec.entry, [...(spec.args ?? []), ...run.args], {
    ...(spec.env && { env: { ...leanNode.env, ...spec.env } }),
    execArgv: [...leanNode.execArgv, ...(spec.execArgv ?? [])],
    // Ctrl-C reaches every process of the terminal's group. In separate groups, the launcher ends the
    // children in the right order: the database after its clients.
    detached: process.platform !== 'win32' && spec.sharesGroup !== true,
    stdio: ['ignore', ...stdio, 'ipc'],
  });
}

/** Asks a child to finish its work and end. */
export function askToEnd(child: ChildProcess): void {
  // On Windows a signal would kill it; every child also ends when its channel closes.
  if (process.platform === 'win32') child.disconnect();
  else child.kill('SIGTERM');
}

/**
 * Waits until the output of an ended child has been read, at most 0.5 s: other processes may hold its streams
 * open.
 */
export async function drainStreams(child: ChildProcess): Promise<void> {
  const open = [child.stdout, child.stderr].filter((stream) => stream?.closed === false);
  const closed = open.map((stream) => new Promise((resolve) => stream?.once('close', resolve)));
  await Promise.race([Promise.all(closed), sleep(500, undefined, { ref: false })]);
}

/** Returns a sentence about the end of a child, followed by its last lines. */
export function describeEnd(
  name: string,
  { code, signal }: Pick<ChildEnd, 'code' | 'signal'>,
  lines: string[],
): string {
  const how = signal === null ? `with code ${String(code)}` : `by signal ${signal}`;
  return [`${name} ended ${how}`, ...lines.map((line) => `  ${line}`)].join('\n');
}
