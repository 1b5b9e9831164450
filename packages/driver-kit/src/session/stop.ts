import { DriverError } from '../contract/driver.js';
import type { Session } from './session.js';

/** Milliseconds between two escalation steps of a stop. */
export const STEP_MS = 5_000;

/** Conditions that stop a statement. */
export interface StopWhen {
  signal: AbortSignal;
  timeoutMs: number | null;
}

/**
 * Stops one statement on abort or timeout in three steps: cancel requests, end of the backend, end of the
 * socket. The timeout runs here because SQL can change the session's own.
 *
 * The cancel request is repeated until the next step: databases ignore one that arrives while they read a
 * message of the statement.
 */
export class Stop {
  private reason: 'cancelled' | 'timeout' | null = null;
  private readonly withdraw = new AbortController();
  private isEscalated = false;
  private readonly requests: Promise<void>[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly onAbort = (): void => {
    this.now('cancelled');
  };

  constructor(
    private readonly session: Pick<Session, 'cancel' | 'terminate' | 'destroy'>,
    private readonly when: StopWhen,
    private readonly stepMs: number,
    private readonly repeatMs: number = stepMs / 10,
  ) {
    when.signal.addEventListener('abort', this.onAbort, { once: true });
    if (when.timeoutMs !== null)
      this.after(when.timeoutMs, () => {
        this.now('timeout');
      });
  }

  /** Starts to stop the statement, unless it is already stopping or over. */
  now(reason: 'cancelled' | 'timeout'): void {
    if (this.reason !== null || this.withdraw.signal.aborted) return;
    this.reason = reason;
    this.ask();
    this.after(this.stepMs, () => {
      this.isEscalated = true;
      this.requests.push(this.session.terminate(this.withdraw.signal));
      this.after(this.stepMs, () => {
        this.session.destroy();
      });
    });
  }

  /** The statement has ended: resolves when no pending cancel request can hit the next one. */
  async over(): Promise<void> {
    this.disarm();
    await Promise.all(this.requests);
  }

  /** Cancels all timers and removes the abort listener. */
  disarm(): void {
    this.when.signal.removeEventListener('abort', this.onAbort);
    this.withdraw.abort();
    for (const timer of this.timers) clearTimeout(timer);
  }

  /**
   * Returns the error for the caller: the reason of the stop, if the database ended the statement because of
   * it.
   */
  explain(error: unknown): DriverError {
    const known =
      error instanceof DriverError
        ? error
        : new DriverError('internal', 'unknown', 'Driver failed', { cause: error });
    if (this.reason === null || !['cancelled', 'connection'].includes(known.kind)) return known;
    const seconds = String((this.when.timeoutMs ?? 0) / 1000);
    const title =
      this.reason === 'timeout'
        ? `Statement timeout (${seconds} s): the statement was cancelled`
        : 'The statement was cancelled';
    return new DriverError(this.reason, known.outcome, title, {
      detail: known.title === title ? undefined : known.title,
      sqlState: known.sqlState,
      notices: known.notices,
      cause: known,
    });
  }

  /** Asks the database to cancel the statement, one request at a time. */
  private ask(): void {
    const asked = this.session.cancel(this.withdraw.signal).then(() => {
      if (!this.isEscalated && !this.withdraw.signal.aborted)
        this.after(this.repeatMs, () => {
          if (!this.isEscalated) this.ask();
        });
    });
    this.requests.push(asked);
  }

  private after(ms: number, step: () => void): void {
    // Node timers hold at most 2^31 - 1 ms; longer delays never fire.
    if (ms <= 0x7fffffff) this.timers.push(setTimeout(step, ms));
  }
}
