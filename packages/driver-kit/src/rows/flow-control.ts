import type { Flow } from './row-stream.js';

/** Flow control of a source that pulls its rows: it waits for {@link ready} before it reads more. */
export class FlowControl implements Flow {
  private isHeld = false;
  private waiting: (() => void)[] = [];

  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Resolves when more may be read. */
  ready(): Promise<void> {
    if (!this.isHeld) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
