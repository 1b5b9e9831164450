/**
 * A block that is open. EXPRESSION is a CASE inside an expression: its END needs no terminator.
 * DECLARE holds the declarations before a BEGIN, or those of a package. ROUTINE is a routine declared
 * in a DECLARE section, up to where its own declarations or its body start.
 */
export type BlockKind =
  | 'BEGIN'
  | 'DECLARE'
  | 'ROUTINE'
  | 'CASE'
  | 'EXPRESSION'
  | 'IF'
  | 'LOOP'
  | 'WHILE'
  | 'REPEAT'
  | 'FOR';

/**
 * A word that waits for what decides its meaning. IF is also a function and IF EXISTS a clause: a
 * block opens only when THEN comes for it, and one of WHILE and FOR only with its DO.
 */
export type Pending = '' | 'IF' | 'ELSEIF' | 'WHEN' | 'HANDLER' | 'WHILE' | 'FOR' | 'UNTIL';

interface Block {
  kind: BlockKind;
  /** What was pending outside, for `IF CASE .. END THEN`. */
  outer: Pending;
}

/** The blocks that are open at one place of a body, and the word that is pending in the innermost. */
export class Blocks {
  readonly #open: Block[] = [];
  pending: Pending = '';
  /** Whether a statement of the body can start here. */
  atStart = false;

  /** The innermost block. */
  get top(): BlockKind | undefined {
    return this.#open.at(-1)?.kind;
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  clear(): void {
    this.#open.length = 0;
    this.pending = '';
    this.atStart = false;
  }

  open(kind: BlockKind): void {
    this.#open.push({ kind, outer: kind === 'EXPRESSION' ? this.pending : '' });
    this.pending = '';
    this.atStart = kind !== 'EXPRESSION' && kind !== 'CASE' && kind !== 'ROUTINE';
  }

  close(): void {
    this.pending = this.#open.pop()?.outer ?? '';
    this.atStart = false;
  }

  /** Opens a block in place of the innermost. */
  replace(kind: BlockKind): void {
    this.close();
    this.open(kind);
  }

  /** Closes what no terminator leaves open: expressions that were misread, routines without a body. */
  endStatement(): void {
    while (this.top === 'EXPRESSION' || this.top === 'ROUTINE') this.close();
    this.pending = '';
    this.atStart = true;
  }

  /** A THEN, ELSE or DO was read. */
  statementFollows(): void {
    this.pending = '';
    this.atStart = this.top !== 'EXPRESSION';
  }

  /** Closes the innermost block that a plain END ends, and what was left open, or misread, inside it. */
  closeByPlainEnd(): void {
    while (!this.isEmpty) {
      const closed = this.top;
      this.close();
      if (closed === 'BEGIN' || closed === 'DECLARE') return;
    }
  }
}
