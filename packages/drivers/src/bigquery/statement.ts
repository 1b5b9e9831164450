import { setTimeout as delay } from 'node:timers/promises';
import { DriverError, type StatementRun, type StatementSummary } from '../driver.js';
import { lostError } from '../lost.js';
import { RowStream } from '../row-stream.js';
import type { ReadLimits } from '../session.js';
import { isTransient, Patience, type Api, type Call } from './api.js';
import { commandOf, mayHaveRows } from './command.js';
import { ApiError, driverError, kindOf } from './errors.js';
import { readSchema, type Field } from './fields.js';
import { Gate } from './gate.js';
import type { JobReference } from './handle.js';
import { TransportError } from './http.js';
import { cancelCall, getCall, jobInfo, resultsCall, type JobInfo } from './jobs.js';
import { countOf } from './json.js';
import { Pages } from './pages.js';
import { placeIn } from './place.js';
import { BigQueryRowWriter, columnsOf, type Row } from './rows.js';

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
  /** The job may be on the server. */
  private isSent = false;
  /** What is heard when we let go of the job. */
  private gone: DriverError | null = null;
  private readonly letGoOf = new AbortController();
  private readonly reading = new AbortController();
  private settleSent: () => void = () => undefined;
  private readonly sent = new Promise<void>((resolve) => {
    this.settleSent = resolve;
  });

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
    let inDoubt = false;
    const patience = new Patience();
    try {
      for (;;) {
        this.refuseUnlessWanted(inDoubt);
        try {
          // From here on a cancel has something to cancel.
          this.isSent = true;
          this.info = jobInfo(await this.api.once(call, this.letGoOf.signal));
          return;
        } catch (error) {
          inDoubt ||= mayHaveArrived(error);
          this.isSent = inDoubt;
          // It is there: an earlier try had come through.
          if (inDoubt && error instanceof ApiError && error.status === 409) return;
          await patience.after(error, this.letGoOf.signal).catch((last: unknown) => {
            throw this.explain(
              last,
              inDoubt ? 'unknown' : last instanceof ApiError ? 'failed' : 'not_run',
            );
          });
        }
      }
    } finally {
      this.settleSent();
    }
  }

  /** Does what has to be done before the job is made; a cancel gives it up. @throws DriverError */
  async prepare<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await work(this.reading.signal);
    } catch (error) {
      this.refuseUnlessWanted(false);
      throw this.explain(error, error instanceof ApiError ? 'failed' : 'not_run');
    }
  }

  /** The job was made by another process. */
  adopt(): void {
    this.isSent = true;
    this.settleSent();
  }

  /** Waits until the job is done, and begins to read its rows. @throws DriverError */
  async accept(): Promise<StatementRun> {
    const results = await this.finished();
    const info = await this.look();
    if (info.error) throw this.jobError(info.error);
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
      summary: () => this.summary(),
    };
  }

  /** Asks the service to stop the job, and reads no more of it. Never rejects. */
  async cancel(withdrawn: AbortSignal): Promise<void> {
    this.isStopped = true;
    this.rows.stop();
    this.reading.abort();
    await Promise.race([this.sent, aborted(withdrawn)]);
    if (withdrawn.aborted || !this.isSent) return;
    const signal = AbortSignal.any([withdrawn, this.letGoOf.signal]);
    // What does not come through is tried again by whoever waits for the statement's end.
    await this.api.ask(cancelCall(this.job), signal).catch(() => undefined);
  }

  /** Whatever became of it, nothing more is sent. */
  over(): void {
    this.settleSent();
  }

  /** {@link letGo}, but a job whose id others know is made first, if that does not take long. */
  async handOver(): Promise<void> {
    await Promise.race([this.sent, aborted(AbortSignal.timeout(HANDOVER_MS))]);
    this.letGo();
  }

  /** Stops to wait for the job and to read it; it goes on on the server. */
  letGo(): void {
    this.gone ??= lostError();
    this.letGoOf.abort();
    this.reading.abort();
    this.gate.release();
  }

  private summary(): StatementSummary {
    const { read } = this.rows;
    const info = this.info;
    const children = info?.childJobs ?? 0;
    const script = `NOTE: ${String(children)} statements of the script ran; the rows of the last are kept`;
    return {
      columns: this.fields && columnsOf(this.fields, read?.statistics),
      rowCount: read?.stored ?? 0,
      affectedRows: this.affectedRows,
      command: commandOf(info?.statementType ?? ''),
      truncatedBy: read?.truncatedBy ?? null,
      notices: [...(info?.warnings ?? []), ...(children > 1 ? [script] : [])],
    };
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
        if (info.error) throw this.jobError(info.error);
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
      rows.settle(signal.aborted ? this.stoppedReading() : this.explain(error, this.outcome));
    }
  }

  /** The job is done, whatever happens to the reading of it. */
  private get outcome(): 'failed' | 'unknown' {
    return outcomeOf(this.info);
  }

  private stoppedReading(): DriverError {
    if (this.gone) return this.gone;
    const title = 'The statement was cancelled when it had finished';
    return new DriverError('cancelled', this.outcome, title);
  }

  private jobError({ reason, message }: { reason: string; message: string }): DriverError {
    const isScript = this.info?.statementType === 'SCRIPT';
    return new DriverError(kindOf(reason, message), 'failed', message || reason, {
      position: placeIn(message, this.sql),
      detail: isScript
        ? 'What the script did before, outside of a transaction, has been done.'
        : undefined,
      sqlState: undefined,
      cause: new ApiError(200, reason, message),
    });
  }

  private explain(error: unknown, outcome: 'failed' | 'unknown' | 'not_run'): DriverError {
    if (this.gone) return driverError(this.gone, outcome === 'not_run' ? outcome : 'unknown');
    const known = driverError(error, outcome);
    const position = placeIn(known.title, this.sql);
    if (position === undefined || known.kind !== 'sql') return known;
    const { kind, title, detail } = known;
    return new DriverError(kind, outcome, title, { detail, position, cause: known });
  }

  private refuseUnlessWanted(inDoubt: boolean): void {
    if (inDoubt) return;
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

/** A job that only reads has changed nothing, however it ended. */
const outcomeOf = (info: JobInfo | null): 'failed' | 'unknown' =>
  info?.statementType === 'SELECT' ? 'failed' : 'unknown';

const mayHaveArrived = (error: unknown): boolean =>
  error instanceof TransportError
    ? error.reached
    : error instanceof ApiError
      ? error.inDoubt
      : // A broken answer is one all the same.
        error instanceof DriverError && error.outcome === 'unknown';

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
