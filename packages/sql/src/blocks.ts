/**
 * Kind of an open block. EXPRESSION is a CASE inside an expression: its END needs no terminator. DECLARE contains the
 * declarations before a BEGIN or those of a package. ROUTINE is a routine in a DECLARE section, up to its own
 * declarations or its body.
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
 * A word whose meaning a later word decides. IF is also a function and IF EXISTS a clause: a block opens only at its THEN,
 * and a block of WHILE or FOR only at its DO. After SET STATEMENT another statement starts at FOR.
 */
export type Pending =
  | ''
  | 'IF'
  | 'ELSEIF'
  | 'WHEN'
  | 'HANDLER'
  | 'WHILE'
  | 'FOR'
  | 'UNTIL'
  | 'STATEMENT';

/** Equal blocks inside each other. Without the count, 5 MB of BEGIN would need a million objects. */
interface Nest {
  kind: BlockKind;
  /** The word pending outside, for `IF CASE .. END THEN`. */
  outer: Pending;
  depth: number;
}

/** The open blocks at one position of a body, and the pending word of the innermost one. */
export class Blocks {
  readonly #open: Nest[] = [];
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
    const outer = kind === 'EXPRESSION' ? this.pending : '';
    const innermost = this.#open.at(-1);
    if (innermost?.kind === kind && innermost.outer === outer) innermost.depth += 1;
    else this.#open.push({ kind, outer, depth: 1 });
    this.pending = '';
    this.atStart = kind !== 'EXPRESSION' && kind !== 'CASE' && kind !== 'ROUTINE';
  }

  close(): void {
    const innermost = this.#open.at(-1);
    if (innermost !== undefined) {
      innermost.depth -= 1;
      if (innermost.depth === 0) this.#open.pop();
    }
    this.pending = innermost?.outer ?? '';
    this.atStart = false;
  }

  /** Opens a block in place of the innermost. */
  replace(kind: BlockKind): void {
    this.close();
    this.open(kind);
  }

  /** Closes what a terminator ends: misread expressions, routines without a body. */
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

  /** Closes the innermost block that a plain END can end, and everything open or misread inside it. */
  closeByPlainEnd(): void {
    while (!this.isEmpty) {
      const closed = this.top;
      this.close();
      if (closed === 'BEGIN' || closed === 'DECLARE') return;
    }
  }
}
