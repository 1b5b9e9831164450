import type { Flow } from '@sluice/driver-kit/rows/row-stream';

/** Holds a reader back. It may be told to hold more than once: the first release lets go. */
export class Gate implements Flow {
  /** Resolves when nothing is held back. */
  open: Promise<void> = Promise.resolve();
  private letGo: (() => void) | null = null;

  hold(): void {
    if (this.letGo) return;
    this.open = new Promise((resolve) => {
      this.letGo = resolve;
    });
  }

  release(): void {
    this.letGo?.();
    this.letGo = null;
  }
}
