/**
 * What is learnt about each column while its values pass. One slot more than there are columns: the
 * last takes what must not count, such as the elements of an array.
 */
export class Statistics {
  /** +Infinity until a number was seen. */
  readonly min: Float64Array;
  /** -Infinity until a number was seen. */
  readonly max: Float64Array;
  /** Characters of the longest value. */
  readonly chars: Int32Array;
  /** Characters of the longest line. */
  readonly lines: Int32Array;

  constructor(readonly columns: number) {
    this.min = new Float64Array(columns + 1).fill(Infinity);
    this.max = new Float64Array(columns + 1).fill(-Infinity);
    this.chars = new Int32Array(columns + 1);
    this.lines = new Int32Array(columns + 1);
  }

  /** A value of `chars` characters whose longest line has `line`. */
  length(column: number, chars: number, line: number): void {
    if (chars > (this.chars[column] as number)) this.chars[column] = chars;
    if (line > (this.lines[column] as number)) this.lines[column] = line;
  }

  /** A finite number. */
  number(column: number, value: number): void {
    if (value < (this.min[column] as number)) this.min[column] = value;
    if (value > (this.max[column] as number)) this.max[column] = value;
  }

  /** A copy, to come back to when a row turns out not to fit. */
  snapshot(): Statistics {
    const copy = new Statistics(this.columns);
    copy.restore(this);
    return copy;
  }

  /** Takes over what `from` knows. */
  restore(from: Statistics): void {
    this.min.set(from.min);
    this.max.set(from.max);
    this.chars.set(from.chars);
    this.lines.set(from.lines);
  }
}
