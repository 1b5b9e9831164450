import { blockBytes, encodeEntries, type IndexEntry } from './page-index.js';
import { lineFeed } from './rows.js';
import type { ResultChunk } from './store.js';

/** Decides where index entries go while a file is written; holds those not yet taken. */
export class IndexBuilder {
  #last: IndexEntry = { row: 0, offset: 1 };
  #pending: IndexEntry[] = [this.#last];

  /** Notes a chunk whose first row is number `row` and begins at `offset`. */
  add(row: number, offset: number, chunk: ResultChunk): void {
    if (offset + chunk.json.length - this.#last.offset <= blockBytes) return;
    this.mark(row, offset);
    if (chunk.json.length > blockBytes && chunk.rowCount > 1) this.#addWithin(chunk.json);
  }

  /** An entry at exactly this row. */
  mark(row: number, offset: number): void {
    if (row === this.#last.row) return;
    this.#last = { row, offset };
    this.#pending.push(this.#last);
  }

  /** The entries since the last call, encoded. */
  take(): Buffer {
    const bytes = encodeEntries(this.#pending);
    this.#pending = [];
    return bytes;
  }

  /** Counts rows in a chunk larger than a block; `Buffer.indexOf` does 3 GB/s on rows of 60 bytes. */
  #addWithin(json: Uint8Array): void {
    const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
    const { offset } = this.#last;
    let { row } = this.#last;
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
      row += 1;
      if (offset + at + 1 - this.#last.offset > blockBytes) this.mark(row, offset + at + 1);
    }
  }
}
