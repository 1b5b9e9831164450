/** A running step. */
export interface ProgressStep {
  /** Replaces the text of the finished line. */
  rename(text: string): void;
}

/** Reports the launcher's steps to the user. The terminal version is scripts/lib/progress.mjs. */
export interface Progress {
  /**
   * Runs a step and prints a line with its duration when it ends. Steps may overlap.
   *
   * @throws what `work` throws, after marking the step as failed.
   */
  step<T>(text: string, work: (step: ProgressStep) => Promise<T>): Promise<T>;
  /** Prints whole lines between the steps. */
  note(text: string): void;
}
