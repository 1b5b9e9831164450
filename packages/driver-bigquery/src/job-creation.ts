import type { Outcome } from '@sluice/contracts';
import { Backoff, type Api, type Call } from './api.js';
import { ApiError } from './errors.js';
import { jobInfo, type JobInfo } from './jobs.js';
import { mayHaveArrived } from './outcome.js';

/** Throws if the job is no longer wanted and not on the server. */
type ThrowIfStopped = () => void;

/** Creates a job exactly once, also across lost requests. */
export class JobCreation {
  /** The job may exist on the server. */
  isSent = false;
  /** The service has said that the job exists. */
  isConfirmed = false;
  /** Resolves when it is known whether the job exists. */
  readonly settled: Promise<void>;
  private settle: () => void = () => undefined;

  constructor() {
    this.settled = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** Marks the creation as finished or abandoned. */
  over(): void {
    this.settle();
  }

  /** Marks the job as created by another process. */
  adopt(): void {
    this.isSent = true;
    this.settle();
  }

  /**
   * Creates the job: a lost request is repeated with the same id. Returns null if the job exists already
   * because an earlier request had arrived. @throws the result of `explain`
   */
  async insert(
    api: Api,
    call: Call,
    signal: AbortSignal,
    throwIfStopped: ThrowIfStopped,
    explain: (error: unknown, outcome: Outcome) => Error,
  ): Promise<JobInfo | null> {
    let inDoubt = false;
    const backoff = new Backoff();
    try {
      for (;;) {
        if (!inDoubt) throwIfStopped();
        try {
          // From here on a cancel may find a job.
          this.isSent = true;
          const info = jobInfo(await api.once(call, signal));
          this.isConfirmed = true;
          return info;
        } catch (error) {
          inDoubt ||= mayHaveArrived(error);
          this.isSent = inDoubt;
          if (inDoubt && error instanceof ApiError && error.status === 409) {
            this.isConfirmed = true;
            return null;
          }
          const outcome = inDoubt ? 'unknown' : error instanceof ApiError ? 'failed' : 'not_run';
          await backoff.after(error, signal).catch((last: unknown) => {
            throw explain(last, outcome);
          });
        }
      }
    } finally {
      this.settle();
    }
  }
}
