import type { ChildProcess } from 'node:child_process';

/** The destination of a child's output. */
export interface ChildOutput {
  /** Standard output and standard error of the child, as options of `spawn`. */
  readonly stdio: ['inherit' | 'pipe' | number, 'pipe' | number];
  /** Reads the streams of one run of the child. */
  follow(child: ChildProcess): void;
  /** Returns the end of this run's standard error, if it passes through this process. */
  lastWords(): string;
  /** Shows the lines held back so far; later lines are shown at once. */
  showHeld(): void;
  /**
   * Returns and forgets the lines of a child that never became ready, unless they have been shown.
   */
  takeHeld(): Promise<string[]>;
  /** Waits for pending writes and closes the file. */
  close(): Promise<void>;
}
