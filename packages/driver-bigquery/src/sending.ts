import type { Outcome } from '@sluice/contracts';
import { Patience, type Api, type Call } from './api.js';
import { ApiError } from './errors.js';
import { jobInfo, type JobInfo } from './jobs.js';
import { mayHaveArrived } from './outcome.js';

/** Throws when a job that is not on the server is not wanted any more. */
type RefuseUnlessWanted = () => void;

/** The making of a job, once, whatever becomes of the requests for it. */
export class Sending {
  /** The job may be on the server. */
  isSent = false;
  /** Resolves when it is known whether it is. */
  readonly settled: Promise<void>;
  private settle: () => void = () => undefined;

  constructor() {
    this.settled = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** Nothing is sent any more, or all was. */
  over(): void {
    this.settle();
  }

  /** Another process made the job. */
  adopt(): void {
    this.isSent = true;
    this.settle();
  }

  /**
   * Makes the job: a request that got lost is sent again under the same id. Null when it was there
   * already, since an earlier request had come through. @throws what `explain` makes of an error
   */
  async insert(
    api: Api,
    call: Call,
    signal: AbortSignal,
    refuseUnlessWanted: RefuseUnlessWanted,
    explain: (error: unknown, outcome: Outcome) => Error,
  ): Promise<JobInfo | null> {
    let inDoubt = false;
    const patience = new Patience();
    try {
      for (;;) {
        if (!inDoubt) refuseUnlessWanted();
        try {
          // From here on a cancel has something to cancel.
          this.isSent = true;
          return jobInfo(await api.once(call, signal));
        } catch (error) {
          inDoubt ||= mayHaveArrived(error);
          this.isSent = inDoubt;
          if (inDoubt && error instanceof ApiError && error.status === 409) return null;
          const outcome = inDoubt ? 'unknown' : error instanceof ApiError ? 'failed' : 'not_run';
          await patience.after(error, signal).catch((last: unknown) => {
            throw explain(last, outcome);
          });
        }
      }
    } finally {
      this.settle();
    }
  }
}
