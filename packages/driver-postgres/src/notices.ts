import { noticeText, serverFields } from './errors.js';

const MAX_NOTICES = 100;

/** The first notices of a statement. */
export class Notices {
  readonly texts: string[] = [];

  /** Adds a NoticeResponse message. */
  add(bytes: Buffer, at: number, end: number): void {
    if (this.texts.length < MAX_NOTICES) this.texts.push(noticeText(serverFields(bytes, at, end)));
  }
}
