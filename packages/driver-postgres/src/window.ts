/** Rows of the first round: enough for a screen, few enough for rows of any size. */
const FIRST_ROWS = 100;
const MAX_ROWS = 16_384;
/** Bytes that a round should bring: large against a round trip, small against memory. */
const ROUND_BYTES = 2 * 1024 * 1024;

/**
 * How many rows to ask for in the next `Execute`. Two rounds are in flight at most, so what the server
 * may still send stays bounded, and a limit needs no cancel.
 */
export class ExecuteWindow {
  private size = FIRST_ROWS;
  private asked = 0;
  private bytes = 0;
  private rows = 0;

  /** `maxRows` is what may be asked in total; null = all, and with `whole` all at once. */
  constructor(
    private readonly maxRows: number | null,
    private readonly whole: boolean,
  ) {}

  /** A row of `bytes` bytes came. */
  row(bytes: number): void {
    this.bytes += bytes;
    this.rows++;
  }

  /** Rows for the next Execute (0 in the message = all), null when no more may be asked. */
  next(): number | null {
    if (this.whole) return 0;
    if (this.rows > 0) {
      const fitting = Math.floor((ROUND_BYTES * this.rows) / Math.max(1, this.bytes));
      this.size = Math.max(1, Math.min(fitting, this.size * 4, MAX_ROWS));
      this.bytes = 0;
      this.rows = 0;
    }
    const count =
      this.maxRows === null ? this.size : Math.min(this.size, this.maxRows - this.asked);
    if (count <= 0) return null;
    this.asked += count;
    return count;
  }
}
