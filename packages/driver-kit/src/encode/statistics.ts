/**
 * Statistics of each column, collected while values are written. One extra slot receives values that do not
 * count, such as array elements.
 */
export class Statistics {
  /** +Infinity before the first number. */
  readonly min: Float64Array;
  /** -Infinity before the first number. */
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

  /** Records a value of `chars` characters whose longest line has `line`. */
  length(column: number, chars: number, line: number): void {
    if (chars > (this.chars[column] as number)) this.chars[column] = chars;
    if (line > (this.lines[column] as number)) this.lines[column] = line;
  }

  /** Records a finite number. */
  number(column: number, value: number): void {
    if (value < (this.min[column] as number)) this.min[column] = value;
    if (value > (this.max[column] as number)) this.max[column] = value;
  }

  /** Returns a copy, to restore if a row does not fit. */
  snapshot(): Statistics {
    const copy = new Statistics(this.columns);
    copy.restore(this);
    return copy;
  }

  /** Restores the statistics of `from`. */
  restore(from: Statistics): void {
    this.min.set(from.min);
    this.max.set(from.max);
    this.chars.set(from.chars);
    this.lines.set(from.lines);
  }
}
