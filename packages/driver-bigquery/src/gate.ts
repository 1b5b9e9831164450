import type { Flow } from '@sluice/driver-kit/rows/row-stream';

/** Holds a reader back while those that it reads for have enough. */
export class Gate implements Flow {
  private isHeld = false;
  private waiting: (() => void)[] = [];

  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    for (const go of this.waiting.splice(0)) go();
  }

  /** Resolves when more may be read. */
  passed(): Promise<void> {
    if (!this.isHeld) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
