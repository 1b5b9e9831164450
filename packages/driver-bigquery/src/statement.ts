import type { Outcome } from '@sluice/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { DriverError } from '@sluice/driver-kit';
import { lostError } from '@sluice/driver-kit/errors';
import { RowStream } from '@sluice/driver-kit/rows/row-stream';
import type { ReadLimits, SessionRun } from '@sluice/driver-kit/session/session';
import { isTransient, type Api, type Call } from './api.js';
import { mayHaveRows } from './command.js';
import { ApiError, driverError } from './errors.js';
import { readSchema, type Field } from './fields.js';
import { Gate } from './gate.js';
import type { JobReference } from './handle.js';
import { cancelCall, getCall, jobInfo, resultsCall, type JobInfo } from './jobs.js';
import { countOf } from './json.js';
import { aborted, jobError, outcomeOf, requestError } from './outcome.js';
import { Pages } from './pages.js';
import { BigQueryRowWriter, columnsOf, type Row } from './rows.js';
import { Sending } from './sending.js';
import { summaryOf } from './summary.js';

/** The service answers at the latest after this, whether the job is done or not. */
const POLL_MS = 10_000;
/** Between looks at a job whose results cannot be asked for. */
const LOOK_EVERY_MS = 500;
/** Who takes a statement over would have to say that nobody knows of it. */
const HANDOVER_MS = 5_000;
/** Looks that may show a job that still runs although its results were refused. */
const MAX_LOOKS = 20;

/** One statement: a job of the service, from its making, or from its id, to its last row. */
export class Statement {
  readonly rows: RowStream<Row>;
  /** What the job is, once that was asked. */
  info: JobInfo | null = null;
  private readonly gate = new Gate();
  private fields: readonly Field[] | null = null;
  private affectedRows: number | null = null;
  private isStopped = false;
  /** What is heard when we let go of the job. */
  private gone: DriverError | null = null;
  private readonly letGoOf = new AbortController();
  private readonly reading = new AbortController();
  private readonly sending = new Sending();

  constructor(
    private readonly api: Api,
    readonly job: JobReference,
    private readonly limits: ReadLimits,
    /** Empty while it is not known: of a job that another process made. */
    public sql: string,
  ) {
    this.rows = new RowStream(this.gate, limits);
  }

  /** Makes the job, once: a request that got lost is sent again under the same id. @throws DriverError */
  async insert(call: Call): Promise<void> {
    this.info = await this.sending.insert(
      this.api,
      call,
      this.letGoOf.signal,
      () => {
        this.refuseUnlessWanted();
      },
      (error, outcome) => this.explain(error, outcome),
    );
  }

  /** Does what has to be done before the job is made; a cancel gives it up. @throws DriverError */
  async prepare<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await work(this.reading.signal);
    } catch (error) {
      this.refuseUnlessWanted();
      throw this.explain(error, error instanceof ApiError ? 'failed' : 'not_run');
    }
  }

  /** The job was made by another process. */
  adopt(): void {
    this.sending.adopt();
  }

  /** Waits until the job is done, and begins to read its rows. @throws DriverError */
  async accept(): Promise<SessionRun> {
    const results = await this.finished();
    const info = await this.look();
    if (info.error) throw this.failedBy(info.error);
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

  /** Asks the service to stop the job, and reads no more of it. Never rejects. */
  async cancel(withdrawn: AbortSignal): Promise<void> {
    this.isStopped = true;
    this.rows.stop();
    this.reading.abort();
    await Promise.race([this.sending.settled, aborted(withdrawn)]);
    if (withdrawn.aborted || !this.sending.isSent) return;
    const signal = AbortSignal.any([withdrawn, this.letGoOf.signal]);
    // What does not come through is tried again by whoever waits for the statement's end.
    await this.api.ask(cancelCall(this.job), signal).catch(() => undefined);
  }

  /** Whatever became of it, nothing more is sent. */
  over(): void {
    this.sending.over();
  }

  /** {@link letGo}, but a job whose id others know is made first, if that does not take long. */
  async handOver(): Promise<void> {
    await Promise.race([this.sending.settled, aborted(AbortSignal.timeout(HANDOVER_MS))]);
    this.letGo();
  }

  /** Stops to wait for the job and to read it; it goes on on the server. */
  letGo(): void {
    this.gone ??= lostError();
    this.letGoOf.abort();
    this.reading.abort();
    this.gate.release();
  }

  /** The answer that the job is done; it throws when the job failed, or nobody knows. */
  private async finished(): Promise<Record<string, unknown>> {
    const call = resultsCall(this.job, { maxResults: '0', timeoutMs: String(POLL_MS) });
    for (let looks = 0; ;) {
      try {
        const answer = await this.api.ask(call, this.letGoOf.signal);
        if (answer['jobComplete'] === true) return answer;
      } catch (error) {
        // The refusal may be of the request or of the job: the job itself knows.
        const info = await this.look(error);
        if (info.error) throw this.failedBy(info.error);
        if (info.isDone || ++looks > MAX_LOOKS) throw this.explain(error, outcomeOf(info));
        await delay(LOOK_EVERY_MS, undefined, { signal: this.letGoOf.signal }).catch(
          () => undefined,
        );
      }
    }
  }

  private async look(because?: unknown): Promise<JobInfo> {
    try {
      const info = jobInfo(await this.api.ask(getCall(this.job), this.letGoOf.signal));
      this.info = info;
      if (this.sql === '') this.sql = info.sql;
      return info;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        const title = 'The service knows no job of this id';
        throw new DriverError('connection', 'unknown', title, { detail: error.message });
      }
      throw this.explain(isTransient(error) ? (because ?? error) : error, 'unknown');
    }
  }

  private async read(fields: readonly Field[], total: number): Promise<void> {
    const { api, job, rows, gate } = this;
    const { maxRows, maxRowBytes } = this.limits;
    const signal = this.reading.signal;
    const pages = new Pages({ api, job, fields, rows, gate, maxRows, maxRowBytes, signal });
    try {
      const isAll = await pages.read();
      if (signal.aborted) throw this.stoppedReading();
      if (isAll && pages.count !== total) throw lostError('The result ended before its last row');
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
    const title = 'The statement was cancelled when it had finished';
    return new DriverError('cancelled', outcomeOf(this.info), title);
  }

  private failedBy(error: NonNullable<JobInfo['error']>): DriverError {
    return jobError(error, this.info?.statementType ?? '', this.sql);
  }

  private explain(error: unknown, outcome: Outcome): DriverError {
    if (this.gone) return driverError(this.gone, outcome === 'not_run' ? outcome : 'unknown');
    return requestError(error, outcome, this.sql);
  }

  private refuseUnlessWanted(): void {
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
