/** Rows of the first round: enough for a screen, few enough for rows of any size. */
const FIRST_ROWS = 100;
const MAX_ROWS = 16_384;
/** Target size of a round: large against a round trip, small against memory. */
const ROUND_BYTES = 2 * 1024 * 1024;

/**
 * Row count of the next `Execute`. At most two rounds are in flight, so the server can send only a bounded
 * amount, and a row limit needs no cancel.
 */
export class ExecuteWindow {
  private size = FIRST_ROWS;
  private requested = 0;
  private bytes = 0;
  private rows = 0;

  /** `maxRows` limits the requested rows in total; null = no limit, and with `whole` all in one round. */
  constructor(
    private readonly maxRows: number | null,
    private readonly whole: boolean,
  ) {}

  /** Records a received row of `bytes` bytes. */
  row(bytes: number): void {
    this.bytes += bytes;
    this.rows++;
  }

  /** Returns the rows for the next Execute (0 requests all); null when no more may be requested. */
  next(): number | null {
    if (this.whole) return 0;
    if (this.rows > 0) {
      const fitting = Math.floor((ROUND_BYTES * this.rows) / Math.max(1, this.bytes));
      this.size = Math.max(1, Math.min(fitting, this.size * 4, MAX_ROWS));
      this.bytes = 0;
      this.rows = 0;
    }
    const count =
      this.maxRows === null ? this.size : Math.min(this.size, this.maxRows - this.requested);
    if (count <= 0) return null;
    this.requested += count;
    return count;
  }
}
