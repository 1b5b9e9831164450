import type { ChildProcess } from 'node:child_process';
import type { ChildSpec, SuperviseOptions } from './child-spec.js';
import { openLogFile, readLogTail } from './log-file.js';
import { passedOutput } from './passed-output.js';
import { shownOutput } from './shown-output.js';

/** Where the lines of a child go. */
export interface ChildOutput {
  /** What the child is given as standard output and standard error: a descriptor or a way to make one. */
  readonly stdio: ['inherit' | 'pipe' | number, 'pipe' | number];
  /** Follows the streams of one run of the child. */
  follow(child: ChildProcess): void;
  /** The end of what the present run wrote to standard error, when it passes through here. */
  lastWords(): string;
  /** From now on lines are shown at once; those held back so far are shown first. */
  showHeld(): void;
  /** The lines of a child that never was ready, if nobody has seen them; they are then forgotten. */
  takeHeld(): Promise<string[]>;
  /** Waits for what is being written and closes the file. */
  close(): Promise<void>;
}

/** Lines of a log file that explain a start that failed. */
const tailLines = 10;

/** Opens the output that `spec` asks for. */
export async function openChildOutput(
  { name, output }: Pick<ChildSpec, 'name' | 'output'>,
  { logFolder, show }: SuperviseOptions,
): Promise<ChildOutput> {
  if (output === 'passed') return passedOutput();
  if (logFolder === undefined) throw new Error(`${name} has no folder for its log`);
  const file = await openLogFile(logFolder, name);
  if (output === 'shown') return shownOutput(name, file, show);
  return {
    stdio: [file.fd, file.fd],
    follow: () => undefined,
    lastWords: () => '',
    showHeld: () => undefined,
    takeHeld: () => readLogTail(logFolder, name, tailLines),
    close: () => file.close(),
  };
}
