const tokens = ['<', '<', '', '>', '>'];

/** Follows the tokens of a label as in Oracle: `<<name>>`. */
export class AngleLabel {
  #read = 0;

  /** Forgets a started label. */
  reset(): void {
    this.#read = 0;
  }

  /** Reads a token: its character, or '' for a name. A label starts only where `mayStart` is true. */
  read(token: string, mayStart: boolean): 'outside' | 'inside' | 'complete' {
    const isExpected = token === tokens[this.#read] && (this.#read > 0 || mayStart);
    this.#read = isExpected ? this.#read + 1 : 0;
    if (this.#read < tokens.length) return isExpected ? 'inside' : 'outside';
    this.#read = 0;
    return 'complete';
  }
}
