import { DriverError } from '../contract/driver.js';
import type { Session } from './session.js';

/** Milliseconds a stopped statement is given before the next, harder step. */
export const STEP_MS = 5_000;

/** When to stop a statement. */
export interface StopWhen {
  signal: AbortSignal;
  timeoutMs: number | null;
}

/**
 * Stops one statement on abort or time-out, in three steps: a polite cancel, the end of the backend,
 * the end of the socket. Limits of time are kept here, since the session's own can be changed by SQL.
 */
export class Stop {
  private reason: 'cancelled' | 'timeout' | null = null;
  private readonly withdraw = new AbortController();
  private readonly requests: Promise<void>[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly onAbort = (): void => {
    this.now('cancelled');
  };

  constructor(
    private readonly session: Session,
    private readonly when: StopWhen,
    private readonly stepMs: number,
  ) {
    when.signal.addEventListener('abort', this.onAbort, { once: true });
    if (when.timeoutMs !== null)
      this.after(when.timeoutMs, () => {
        this.now('timeout');
      });
  }

  /** Begins to stop the statement, unless it has begun or the statement is over. */
  now(reason: 'cancelled' | 'timeout'): void {
    if (this.reason !== null || this.withdraw.signal.aborted) return;
    this.reason = reason;
    this.requests.push(this.session.cancel(this.withdraw.signal));
    this.after(this.stepMs, () => {
      this.requests.push(this.session.terminate(this.withdraw.signal));
      this.after(this.stepMs, () => {
        this.session.destroy();
      });
    });
  }

  /** The statement has ended: resolves when no request of ours can hit the next one. */
  async over(): Promise<void> {
    this.disarm();
    await Promise.all(this.requests);
  }

  /** Stops nothing from here on. */
  disarm(): void {
    this.when.signal.removeEventListener('abort', this.onAbort);
    this.withdraw.abort();
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** The error as the caller shall see it: why we stopped, when the database stopped because of us. */
  explain(error: unknown): DriverError {
    const known =
      error instanceof DriverError
        ? error
        : new DriverError('internal', 'unknown', 'The driver failed', { cause: error });
    if (this.reason === null || !['cancelled', 'connection'].includes(known.kind)) return known;
    const seconds = String((this.when.timeoutMs ?? 0) / 1000);
    const title =
      this.reason === 'timeout'
        ? `The statement ran longer than ${seconds} seconds and was cancelled`
        : 'The statement was cancelled';
    return new DriverError(this.reason, known.outcome, title, {
      detail: known.title === title ? undefined : known.title,
      sqlState: known.sqlState,
      cause: known,
    });
  }

  private after(ms: number, step: () => void): void {
    // Longer than a timer can be is the same as never.
    if (ms <= 0x7fffffff) this.timers.push(setTimeout(step, ms));
  }
}
