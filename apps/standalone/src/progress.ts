/** A step that is under way; its text may be made more precise while it runs. */
export interface ProgressStep {
  /** Replaces what the finished line will say. */
  rename(text: string): void;
}

/** Where the launcher tells a person what it does. The terminal version is scripts/lib/progress.mjs. */
export interface Progress {
  /**
   * Runs one step and prints a line with the time it took when it ends; steps may overlap.
   *
   * @throws what `work` throws, after marking the step as failed.
   */
  step<T>(text: string, work: (step: ProgressStep) => Promise<T>): Promise<T>;
  /** Prints whole lines between the steps. */
  note(text: string): void;
}
