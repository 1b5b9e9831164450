import type { Outcome } from '@sluice/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { DriverError } from '@sluice/driver-kit';
import { lostError, withNotices } from '@sluice/driver-kit/errors';
import { RowStream } from '@sluice/driver-kit/rows/row-stream';
import type { ReadLimits, SessionRun } from '@sluice/driver-kit/session/session';
import { Backoff, hasWaited, isTransient, type Api, type Call } from './api.js';
import { mayHaveRows } from './command.js';
import { ApiError, driverError, isMissing } from './errors.js';
import { readSchema, type Field } from './fields.js';
import { FlowControl } from '@sluice/driver-kit/rows/flow-control';
import type { JobReference } from './handle.js';
import { cancelCall, getCall, jobInfo, resultsCall, type JobInfo } from './jobs.js';
import { countOf } from './json.js';
import { aborted, jobError, outcomeOf, requestError } from './outcome.js';
import { Pages } from './pages.js';
import { BigQueryRowWriter, columnsOf, type Row } from './rows.js';
import { JobCreation } from './job-creation.js';
import { summaryOf } from './summary.js';

/** Long-poll timeout of the service in milliseconds. */
const POLL_MS = 10_000;
/** Polling interval in milliseconds of a job whose results cannot be requested. */
const POLL_INTERVAL_MS = 500;
/** Milliseconds a detach waits for the creation of the job: without it, another process would find no job. */
const HANDOVER_MS = 5_000;
/** How long a job is looked for that the service has confirmed, in milliseconds. */
const MISSING_MS = 30_000;
/** The same for a job of another process, which may never have been created. */
const UNSURE_MS = 2_000;
/** Maximum number of polls that show a running job although its results were refused. */
const MAX_POLLS = 20;

/** One statement: a job of the service, from its creation or its id to its last row. */
export class BigQueryStatement {
  readonly rows: RowStream<Row>;
  /** The job's state, once requested. */
  info: JobInfo | null = null;
  private readonly flow = new FlowControl();
  private fields: readonly Field[] | null = null;
  private affectedRows: number | null = null;
  private isStopped = false;
  /** Error of pending calls after a detach. */
  private gone: DriverError | null = null;
  private readonly letGoOf = new AbortController();
  private readonly reading = new AbortController();
  private readonly sending = new JobCreation();

  constructor(
    private readonly api: Api,
    readonly job: JobReference,
    private readonly limits: ReadLimits,
    /** Empty until known, for a job of another process. */
    public sql: string,
  ) {
    this.rows = new RowStream(this.flow, limits);
  }

  /** Creates the job once: a lost request is repeated with the same id. @throws DriverError */
  async insert(call: Call): Promise<void> {
    this.info = await this.sending.insert(
      this.api,
      call,
      this.letGoOf.signal,
      () => {
        this.throwIfStopped();
      },
      (error, outcome) => this.explain(error, outcome),
    );
  }

  /** Runs preparation before the job is created; a cancel aborts it. @throws DriverError */
  async prepare<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await work(this.reading.signal);
    } catch (error) {
      this.throwIfStopped();
      throw this.explain(error, error instanceof ApiError ? 'failed' : 'not_run');
    }
  }

  /** Marks the job as created by another process. */
  adopt(): void {
    this.sending.adopt();
  }

  /** Waits until the job is done and starts to read its rows. @throws DriverError */
  async accept(): Promise<SessionRun> {
    const results = await this.waitUntilDone();
    const info = await this.pollJob();
    if (info.error) throw this.jobFailure(info.error);
    this.affectedRows = countOf(results, 'numDmlAffectedRows') ?? info.affectedRows;
    const total = countOf(results, 'totalRows');
    if (mayHaveRows(info.statementType) && total !== null) this.fields = readSchema(results);
    if (this.fields) {
      this.rows.begin(new BigQueryRowWriter(this.fields.length));
      void this.read(this.fields, total ?? 0);
    } else this.rows.settle(null);
    return {
      columns: this.fields && columnsOf(this.fields),
      chunks: this.rows.queue,
      completed: true,
      summary: () => summaryOf(this.info, this.fields, this.rows, this.affectedRows),
    };
  }

  /** Cancels the job and stops reading. Never rejects. */
  async cancel(withdrawn: AbortSignal): Promise<void> {
    this.isStopped = true;
    this.rows.stop();
    this.reading.abort();
    await Promise.race([this.sending.settled, aborted(withdrawn)]);
    if (withdrawn.aborted || !this.sending.isSent) return;
    const signal = AbortSignal.any([withdrawn, this.letGoOf.signal]);
    // A failed cancel is retried by the caller that waits for the statement's end.
    await this.api.ask(cancelCall(this.job), signal).catch(() => undefined);
  }

  /** Marks the statement as over: nothing more is sent. */
  over(): void {
    this.sending.over();
  }

  /** Detaches like {@link detach}, but first creates a job whose id is already stored, within a timeout. */
  async handOver(): Promise<void> {
    await Promise.race([this.sending.settled, aborted(AbortSignal.timeout(HANDOVER_MS))]);
    this.detach();
  }

  /** Stops waiting for the job and reading it; it continues on the server. */
  detach(): void {
    this.gone ??= lostError();
    this.letGoOf.abort();
    this.reading.abort();
    this.flow.release();
  }

  /** Waits for the response that the job is done. @throws if the job failed or its state is unknown */
  private async waitUntilDone(): Promise<Record<string, unknown>> {
    const call = resultsCall(this.job, { maxResults: '0', timeoutMs: String(POLL_MS) });
    const { signal } = this.letGoOf;
    let backoff = new Backoff();
    for (let looks = 0; ;) {
      try {
        const answer = await this.api.once(call, signal);
        if (answer['jobComplete'] === true) return answer;
        backoff = new Backoff();
      } catch (error) {
        // The service also repeats the failure of the job as an error of this request, with the same codes as
        // errors that a retry mends (googleapis/python-bigquery#1903): the job's state decides.
        const info = await this.pollJob(error);
        if (info.error) throw this.jobFailure(info.error);
        if (await hasWaited(backoff, error, signal)) continue;
        const isOver = info.isDone && !isMissing(error);
        if (isOver || ++looks > MAX_POLLS) throw this.explain(error, outcomeOf(info));
        await delay(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Requests the job. A job that exists can be missing for a while (googleapis/python-bigquery#2134). */
  private async pollJob(because?: unknown): Promise<JobInfo> {
    const { signal } = this.letGoOf;
    const giveUpAt = performance.now() + (this.sending.isConfirmed ? MISSING_MS : UNSURE_MS);
    for (;;) {
      try {
        const info = jobInfo(await this.api.ask(getCall(this.job), signal));
        this.info = info;
        if (this.sql === '') this.sql = info.sql;
        return info;
      } catch (error) {
        if (!isMissing(error)) {
          throw this.explain(isTransient(error) ? (because ?? error) : error, 'unknown');
        }
        if (signal.aborted || performance.now() > giveUpAt) {
          const title = 'Job not found';
          throw new DriverError('connection', 'unknown', title, { detail: error.message });
        }
        await delay(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private async read(fields: readonly Field[], total: number): Promise<void> {
    const { api, job, rows, flow } = this;
    const { maxRows, maxRowBytes } = this.limits;
    const signal = this.reading.signal;
    const pages = new Pages({ api, job, fields, rows, flow, maxRows, maxRowBytes, signal });
    try {
      const isAll = await pages.read();
      if (signal.aborted) throw this.stoppedReading();
      if (isAll && pages.count !== total) throw lostError('The result is incomplete');
      rows.flush();
      rows.settle(null);
    } catch (error) {
      rows.flush();
      rows.settle(
        signal.aborted ? this.stoppedReading() : this.explain(error, outcomeOf(this.info)),
      );
    }
  }

  private stoppedReading(): DriverError {
    if (this.gone) return this.gone;
    const title = 'The statement was cancelled after it had finished';
    return new DriverError('cancelled', outcomeOf(this.info), title);
  }

  private jobFailure(error: NonNullable<JobInfo['error']>): DriverError {
    const failure = jobError(error, this.info?.statementType ?? '', this.sql);
    return withNotices(failure, this.info?.warnings ?? []);
  }

  private explain(error: unknown, outcome: Outcome): DriverError {
    if (this.gone) return driverError(this.gone, outcome === 'not_run' ? outcome : 'unknown');
    return requestError(error, outcome, this.sql);
  }

  private throwIfStopped(): void {
    if (this.gone) throw driverError(this.gone, 'not_run');
    if (this.isStopped) {
      throw new DriverError(
        'cancelled',
        'not_run',
        'The statement was cancelled before it was sent',
      );
    }
  }
}
