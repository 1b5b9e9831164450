import { MAX_MESSAGE_CHARS, readable } from './readable.js';

/** Maximum number of notices of a statement. */
export const MAX_NOTICES = 100;

/** Keeps the first 100 notices of a statement. A last notice counts those that were left out. */
export class NoticeList {
  private readonly kept: string[] = [];
  private more = 0;

  add(text: string): void {
    if (this.kept.length < MAX_NOTICES) this.kept.push(readable(text, MAX_MESSAGE_CHARS));
    else this.more++;
  }

  get texts(): string[] {
    return this.more === 0 ? [...this.kept] : [...this.kept, moreNotices(this.more)];
  }
}

/** Returns the text that takes the place of further notices. */
export const moreNotices = (count: number): string =>
  count === 1 ? '1 more notice was not kept.' : `${String(count)} more notices were not kept.`;
