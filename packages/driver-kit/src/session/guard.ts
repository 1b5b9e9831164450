import type { ConnectionSchema, TableDetail } from '@sluice/contracts';
import {
  DriverError,
  type DriverConnection,
  type RowChunk,
  type RunOptions,
  type StatementRun,
  type StatementSummary,
  type TableName,
} from '../contract/driver.js';
import {
  reportedColumns,
  reportedHandover,
  reportedId,
  reportedSummary,
  reportedWords,
} from './reported.js';
import type { Session, SessionRun } from './session.js';
import { atOriginal, bind } from '../sql/bind.js';
import { explainClientCommand } from '../sql/client-commands.js';
import { refuseNul } from '../sql/statement-text.js';
import { Stop, STEP_MS } from './stop.js';
import { tagged, withinStatement } from '../sql/tag.js';

/** Wraps an engine's session: one statement at a time, timeouts, cancels and error mapping. */
export function guarded(session: Session, stepMs: number = STEP_MS): DriverConnection {
  return new GuardedConnection(session, stepMs);
}

/** Reset timeout in milliseconds. A slower session is not worth keeping. */
const RESET_MS = 1_000;
/** Timeout in milliseconds for reading privileges. A slower session could not run statements either. */
const PRIVILEGES_MS = 5_000;

/** See {@link guarded}. */
export class GuardedConnection implements DriverConnection {
  protected running: RunningStatement | null = null;
  protected ending: Promise<void> | null = null;

  constructor(
    protected readonly session: Session,
    private readonly stepMs: number,
  ) {}

  get executionId(): string | null {
    return reportedId(this.session.executionId);
  }

  get closed(): boolean {
    return this.ending !== null || this.session.closed;
  }

  get isPooled(): boolean {
    return this.session.isPooled === true;
  }

  get inTransaction(): boolean | null {
    return this.session.inTransaction;
  }

  async run(sql: string, options: RunOptions): Promise<StatementRun> {
    this.refuseUnlessFree(options.signal);
    refuseNul(sql);
    const { takesTag, dialect, marks } = this.session;
    const { parameters = [] } = options;
    const bound = parameters.length === 0 ? null : bind(sql, parameters, marks);
    const text = bound?.sql ?? sql;
    const sent = takesTag ? text : tagged(text, options.tag, dialect);
    try {
      return await this.start(options, () =>
        this.session.start(sent, {
          ...options,
          onHandover: reportedHandover(options.onHandover),
          values: bound?.values,
        }),
      );
    } catch (error) {
      if (!(error instanceof DriverError)) throw error;
      const inText = withinStatement(error, text);
      const inOriginal = bound === null ? inText : atOriginal(inText, bound);
      throw dialect === null ? inOriginal : explainClientCommand(inOriginal, sql, dialect);
    }
  }

  introspect(signal: AbortSignal): Promise<ConnectionSchema> {
    return this.readCatalog(signal, () => this.session.introspect(signal));
  }

  describeTable(table: TableName, signal: AbortSignal): Promise<TableDetail | null> {
    return this.readCatalog(signal, () => this.session.describeTable(table, signal));
  }

  /** Runs queries of the engine's catalog as one statement. */
  private async readCatalog<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    this.refuseUnlessFree(signal);
    const running = new RunningStatement(
      new Stop(this.session, { signal, timeoutMs: null }, this.stepMs),
      () => {
        this.running = null;
      },
    );
    this.running = running;
    try {
      const found = await read();
      await running.finished();
      return found;
    } catch (error) {
      throw await running.failed(error);
    }
  }

  reset(): Promise<boolean> {
    return this.whileIdle(RESET_MS, false, () => this.session.reset());
  }

  highPrivileges(): Promise<string[]> {
    return this.whileIdle(PRIVILEGES_MS, [], async () =>
      reportedWords((await this.session.highPrivileges?.()) ?? []),
    );
  }

  /**
   * Runs `ask` on an idle session with a timeout; returns `otherwise` if it fails, and closes the session if it
   * is late.
   */
  private async whileIdle<T>(limitMs: number, otherwise: T, ask: () => Promise<T>): Promise<T> {
    if (this.closed || this.running) return otherwise;
    const timer = setTimeout(() => {
      this.session.destroy();
    }, limitMs);
    try {
      return await ask();
    } catch {
      return otherwise;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): Promise<void> {
    this.ending ??= this.end();
    return this.ending;
  }

  /** Runs one statement with its timeout. */
  protected async start(
    options: Pick<RunOptions, 'signal' | 'timeoutMs'>,
    begin: () => Promise<SessionRun>,
  ): Promise<StatementRun> {
    const running = new RunningStatement(new Stop(this.session, options, this.stepMs), () => {
      this.running = null;
    });
    this.running = running;
    try {
      const begun = begin();
      if (options.signal.aborted) running.cancel();
      return running.hold(await begun);
    } catch (error) {
      throw await running.failed(error);
    }
  }

  private async end(): Promise<void> {
    await this.running?.abandon();
    await this.session.end();
  }

  protected refuseUnlessFree(signal?: AbortSignal): void {
    if (this.closed) throw new DriverError('connection', 'not_run', 'The connection is closed');
    if (this.running) {
      throw new DriverError(
        'internal',
        'not_run',
        'Another statement is running on this connection',
      );
    }
    if (signal?.aborted === true) {
      throw new DriverError(
        'cancelled',
        'not_run',
        'The statement was cancelled before it was sent',
      );
    }
  }
}

/** A running statement, from send to last chunk, as its reader sees it. */
class RunningStatement implements AsyncIterableIterator<RowChunk> {
  private source: AsyncIterator<RowChunk> | null = null;
  private over: Promise<void> | null = null;
  /** The database completed the statement before its rows were read. */
  private completed = false;
  /** Why the statement failed or was stopped; null otherwise. */
  private failure: DriverError | null = null;
  /**
   * Set when the connection or the reader stopped reading early: a later read must throw instead of ending
   * normally.
   */
  private abandoned: DriverError | null = null;
  private settle: () => void = () => undefined;
  private readonly answered = new Promise<void>((resolve) => {
    this.settle = resolve;
  });

  constructor(
    private readonly stop: Stop,
    private readonly release: () => void,
  ) {}

  /** The database has accepted the statement: returns its reader. */
  hold(run: SessionRun): StatementRun {
    this.source = run.chunks[Symbol.asyncIterator]();
    this.completed = run.completed === true;
    this.settle();
    return {
      columns: reportedColumns(run.columns),
      chunks: this,
      summary: (): StatementSummary => {
        if (!this.over)
          throw new DriverError('internal', 'unknown', 'The statement is still running');
        return reportedSummary(run.summary());
      },
      giveUp: async () => {
        await this.abandon();
        return this.completed ? null : this.failure;
      },
    };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<RowChunk>> {
    this.throwIfAbandoned();
    if (this.over || !this.source) return { done: true, value: undefined };
    let result: IteratorResult<RowChunk>;
    try {
      result = await this.source.next();
    } catch (error) {
      throw await this.failed(error);
    }
    this.throwIfAbandoned();
    if (result.done === true) await this.finished();
    return result;
  }

  private throwIfAbandoned(): void {
    if (this.abandoned) throw this.abandoned;
  }

  /** The reader stops early: stops the statement if it is running. */
  async return(): Promise<IteratorResult<RowChunk>> {
    await this.abandon();
    return { done: true, value: undefined };
  }

  /** Stops the statement, drops its remaining rows and resolves when it has ended. */
  async abandon(): Promise<void> {
    if (this.over) return this.over;
    this.abandoned = new DriverError('cancelled', 'unknown', 'Reading was stopped');
    this.stop.now('cancelled');
    await this.answered;
    try {
      while (this.source && (await this.source.next()).done !== true);
    } catch (error) {
      // No reader is left to receive the error; `giveUp` returns it.
      await this.failed(error);
    }
    return this.finished();
  }

  /** Stops the statement as its abort signal would. */
  cancel(): void {
    this.stop.now('cancelled');
  }

  /** Removes the abort listener and the timeout. */
  disarm(): void {
    this.stop.disarm();
  }

  finished(): Promise<void> {
    this.settle();
    this.over ??= this.stop.over().then(this.release);
    return this.over;
  }

  async failed(error: unknown): Promise<DriverError> {
    await this.finished();
    this.failure ??= this.stop.explain(error);
    return this.failure;
  }
}
