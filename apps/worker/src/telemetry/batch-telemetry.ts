import type { BatchEnd, ClaimedBatch, FinishedStatement } from '@sluice/database';
import type { Span, Tracer } from '@sluice/telemetry';
import type { Logger } from 'pino';
import { now, secondsSince, type Moment } from './moment.js';
import type { RunStatus, StatementStatus, WorkerMetrics } from './worker-metrics.js';

/** The destinations of batch telemetry. */
export interface RunTelemetry {
  metrics: WorkerMetrics;
  tracer: Tracer;
  log: Logger;
}

/** OpenTelemetry's names of databases where they differ from the driver ids. */
const DATABASE_SYSTEMS = new Map([['postgres', 'postgresql']]);

interface RunningStatement {
  id: string;
  startedAt: Moment;
  span: Span;
}

/** Records the metrics, spans and log lines of one claimed batch. */
export class BatchTelemetry {
  readonly driver: string;
  readonly #telemetry: RunTelemetry;
  readonly #batch: ClaimedBatch;
  readonly #claimAskedAt: Moment;
  readonly #ids: Record<string, string>;
  readonly #span: Span;
  #status: RunStatus = 'lost';
  #statement: RunningStatement | null = null;
  #finished: number;
  #isFenced = false;

  constructor(telemetry: RunTelemetry, batch: ClaimedBatch, claimAskedAt: Moment) {
    this.#telemetry = telemetry;
    this.#batch = batch;
    this.#claimAskedAt = claimAskedAt;
    this.#finished = batch.statements.filter(({ status }) => status === 'finished').length;
    const { tracer, metrics } = telemetry;
    const { connectionId, userId, connection, statements, traceParent, waitedMs } = batch;
    this.driver = connection?.driver ?? 'none';
    this.#ids = {
      'sluice.batch.id': batch.id,
      'sluice.connection.id': connectionId,
      'user.id': userId,
    };
    const startedAtMs = claimAskedAt.epochMs;
    this.#span = tracer.start({
      name: 'batch run',
      role: 'consumer',
      parent: traceParent,
      startedAtMs,
      attributes: { ...this.#ids, 'sluice.statements': statements.length },
    });
    this.startSpan('batch claim', { startedAtMs }).end();
    // A batch that was handed over has already run, so its time in the queue says nothing.
    if (batch.handover === null) metrics.batchClaimed(Math.max(0, waitedMs) / 1000);
    telemetry.log.debug({ batchId: batch.id, userId, connectionId }, 'batch claimed');
  }

  /** Starts a span in the running statement, or in the batch when no statement runs. */
  startSpan(name: string, more: { role?: 'client'; startedAtMs?: number } = {}): Span {
    const parent = (this.#statement?.span ?? this.#span).traceParent;
    return this.#telemetry.tracer.start({
      name,
      parent,
      attributes: {
        ...this.#ids,
        ...(this.#statement === null ? {} : { 'sluice.statement.id': this.#statement.id }),
        ...(more.role === 'client' ? { 'db.system': this.#databaseSystem } : {}),
      },
      ...more,
    });
  }

  /** Records an attempt to open a session. */
  connected(outcome: 'ok' | 'failed', seconds: number): void {
    this.#telemetry.metrics.connected(outcome, this.driver, seconds);
  }

  /** Records a stored result; `seconds` is the time spent writing. */
  resultStored(rows: number, bytes: number, seconds: number): void {
    this.#telemetry.metrics.resultStored(this.driver, rows, bytes, seconds);
  }

  statementStarted(id: string): void {
    const span = this.startSpan('statement', { role: 'client' });
    span.set({ 'sluice.statement.id': id });
    this.#statement = { id, startedAt: now(), span };
  }

  statementFinished(id: string, result: FinishedStatement, isLast: boolean): void {
    this.#finished++;
    if (isLast) this.#status = 'finished';
    const { rowCount, bytes, truncatedBy } = result;
    this.#statement?.span.set({
      ...(rowCount === null ? {} : { 'sluice.rows': rowCount }),
      ...(bytes === null ? {} : { 'sluice.bytes': bytes }),
    });
    this.#statementEnded('finished', id, { rowCount, bytes, truncatedBy });
  }

  /** Records that the batch ended in the database before all of its statements had finished. */
  ended({ status, statementId, error }: BatchEnd): void {
    this.#status = status;
    const code = error?.code ?? error?.sqlState ?? status;
    if (statementId !== null) {
      this.#statement?.span.fail(code);
      this.#statementEnded(status, statementId, { code, outcome: error?.outcome });
    }
    if (status === 'error') this.#span.fail(code);
    const rest = this.#batch.statements.length - this.#finished - (statementId === null ? 0 : 1);
    for (let count = 0; count < rest; count++) {
      this.#telemetry.metrics.statementEnded('cancelled', this.driver, null);
    }
  }

  /** Records that the worker gave the batch back. */
  released(): void {
    this.#status = 'released';
  }

  /** Records that a write of state was rejected because another worker holds the batch. */
  fenced(): void {
    if (!this.#isFenced) this.#telemetry.metrics.batchFenced();
    this.#isFenced = true;
  }

  /** Ends the batch's span and logs the run; call it last. */
  end(): void {
    const { metrics, log } = this.#telemetry;
    const seconds = secondsSince(this.#claimAskedAt);
    metrics.batchEnded(this.#status, seconds);
    this.#statement?.span.end();
    this.#span.set({ 'sluice.status': this.#status });
    this.#span.end();
    const { id: batchId, userId, connectionId, statements, waitedMs } = this.#batch;
    log.info(
      {
        batchId,
        userId,
        connectionId,
        status: this.#status,
        statements: statements.length,
        waitedMs: Math.round(waitedMs),
        durationMs: Math.round(seconds * 1000),
        traceId: this.#span.traceParent?.slice(3, 35),
      },
      'batch run ended',
    );
  }

  #statementEnded(
    status: StatementStatus,
    statementId: string,
    details: Record<string, unknown>,
  ): void {
    const { metrics, log } = this.#telemetry;
    const seconds = this.#statement === null ? null : secondsSince(this.#statement.startedAt);
    metrics.statementEnded(status, this.driver, seconds);
    this.#statement?.span.set({ 'sluice.status': status });
    this.#statement?.span.end();
    this.#statement = null;
    const durationMs = seconds === null ? undefined : Math.round(seconds * 1000);
    log.debug(
      { batchId: this.#batch.id, statementId, status, durationMs, ...details },
      'statement ended',
    );
  }

  get #databaseSystem(): string {
    return DATABASE_SYSTEMS.get(this.driver) ?? this.driver;
  }
}
