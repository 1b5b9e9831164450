const BITS = 32;

/** A set of row numbers with one bit for each row of the result. */
export class RowSet {
  private readonly words: Uint32Array;
  private size = 0;

  /** @param rowCount rows of the result */
  constructor(rowCount: number) {
    this.words = new Uint32Array(Math.ceil(rowCount / BITS));
  }

  /** Number of rows in the set. */
  get count(): number {
    return this.size;
  }

  /** Adds a row that is not in the set. */
  add(row: number): void {
    const at = Math.floor(row / BITS);
    this.words[at] = (this.words[at] ?? 0) | (1 << (row % BITS));
    this.size++;
  }

  /** Returns `limit` rows in ascending order, after the first `offset`. */
  page(offset: number, limit: number): number[] {
    const rows: number[] = [];
    let before = 0;
    for (let at = 0; at < this.words.length && rows.length < limit; at++) {
      const word = this.words[at] ?? 0;
      const count = bitCount(word);
      if (before + count > offset) {
        const found = rowsOf(at, word).slice(Math.max(0, offset - before));
        rows.push(...found.slice(0, limit - rows.length));
      }
      before += count;
    }
    return rows;
  }

  /** Returns all rows in ascending order, in arrays of at most `size` rows, from 32. */
  *parts(size: number): Generator<number[]> {
    let part: number[] = [];
    for (const [at, word] of this.words.entries()) {
      if (word === 0) continue;
      part.push(...rowsOf(at, word));
      if (part.length + BITS <= size) continue;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  }
}

function rowsOf(at: number, word: number): number[] {
  const rows: number[] = [];
  for (let bit = 0; bit < BITS; bit++) if ((word >>> bit) & 1) rows.push(at * BITS + bit);
  return rows;
}

/** Number of bits that are set. */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const quads = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((quads + (quads >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
