import { readStored, storedNames, writeStored } from '../ui/browser-storage.js';

/*
 * For each tab, localStorage holds a record of its text, and here the state of its draft: the version on the server and
 * a fingerprint of the text of that version. A text with another fingerprint has changed since.
 */

const PREFIX = 'draft:';
/** A request whose response was lost and one sent while the page closed. */
const SENT_KEPT = 3;

/** The last known state of a draft. */
export interface DraftRecord {
  /** 0: the server has no draft. */
  version: number;
  /** Fingerprint of the text of this version. */
  stored: string;
  /** Fingerprints of texts that were sent since, without a response. */
  sent: string[];
  /** The tab was closed, and the draft is not deleted yet. */
  isClosed?: boolean;
}

/** Returns the state of the draft of a record; null if there is none. */
export const readDraftRecord = (record: string): DraftRecord | null =>
  readStored<DraftRecord | null>(PREFIX + record, null);

/** Stores the state of the draft of a record; null removes it. */
export const writeDraftRecord = (record: string, draft: DraftRecord | null): void =>
  writeStored(PREFIX + record, draft ?? undefined);

/** Remembers a text that is about to be sent: the response may be lost. */
export function noteSentText(record: string, text: string): void {
  const known = readDraftRecord(record) ?? { version: 0, stored: '', sent: [] };
  const sent = [...known.sent, fingerprint(text)].slice(-SENT_KEPT);
  writeDraftRecord(record, { ...known, sent });
}

/** Returns the records that have a draft. */
export const recordsWithDraft = (): string[] => storedNames(PREFIX);

/** Returns whether the draft of a record holds this text. */
export const isTextStored = (record: string, text: string): boolean =>
  readDraftRecord(record)?.stored === fingerprint(text);

/** FNV-1a and the length. `crypto.subtle` exists only over HTTPS or on localhost. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return `${text.length}:${hash >>> 0}`;
}

/** Returns the draft ID of a record: its 32 hexadecimal digits as a UUID. */
export const draftIdOf = (record: string): string =>
  record.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Returns the record of a draft ID. */
export const recordOfDraft = (draftId: string): string => draftId.replaceAll('-', '');
