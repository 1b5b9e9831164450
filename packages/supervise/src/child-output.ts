import type { ChildProcess } from 'node:child_process';

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
