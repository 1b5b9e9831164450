import type { BatchEnd, ClaimedBatch, FinishedStatement } from '@sluice/database';
import type { Span, Tracer } from '@sluice/telemetry';
import type { Logger } from 'pino';
import { now, secondsSince, type Moment } from './moment.js';
import type { RunStatus, StatementStatus, WorkerMetrics } from './worker-metrics.js';

/** Where it is told what a batch does. */
export interface RunTelemetry {
  metrics: WorkerMetrics;
  tracer: Tracer;
  log: Logger;
}

/** The names by which OpenTelemetry knows databases, where they differ from our drivers' ids. */
const databaseSystems = new Map([['postgres', 'postgresql']]);

interface RunningStatement {
  id: string;
  startedAt: Moment;
  span: Span;
}

/** What is known of one claimed batch while it runs: the metrics, spans and log lines made of it. */
export class BatchRun {
  readonly driver: string;
  private readonly batchId: string;
  private readonly ids: Record<string, string>;
  private readonly span: Span;
  private status: RunStatus = 'lost';
  private statement: RunningStatement | null = null;
  private finished: number;
  private isFenced = false;

  constructor(
    private readonly telemetry: RunTelemetry,
    private readonly batch: ClaimedBatch,
    private readonly claimAskedAt: Moment,
  ) {
    this.batchId = batch.id;
    this.finished = batch.statements.filter(({ status }) => status === 'finished').length;
    const { tracer, metrics } = telemetry;
    const { connectionId, userId, connection, statements, traceParent, waitedMs } = batch;
    this.driver = connection?.driver ?? 'none';
    this.ids = {
      'sluice.batch.id': batch.id,
      'sluice.connection.id': connectionId,
      'user.id': userId,
    };
    const startedAtMs = claimAskedAt.epochMs;
    this.span = tracer.start({
      name: 'batch run',
      role: 'consumer',
      parent: traceParent,
      startedAtMs,
      attributes: { ...this.ids, 'sluice.statements': statements.length },
    });
    this.startSpan('batch claim', { startedAtMs }).end();
    // One that is gone on with has run since, and did not wait.
    if (batch.handover === null) metrics.batchClaimed(Math.max(0, waitedMs) / 1000);
    telemetry.log.debug({ batchId: batch.id, userId, connectionId }, 'batch claimed');
  }

  /** A span inside the running statement, or else inside the batch. */
  startSpan(name: string, more: { role?: 'client'; startedAtMs?: number } = {}): Span {
    const parent = (this.statement?.span ?? this.span).traceParent;
    return this.telemetry.tracer.start({
      name,
      parent,
      attributes: {
        ...this.ids,
        ...(this.statement === null ? {} : { 'sluice.statement.id': this.statement.id }),
        ...(more.role === 'client' ? { 'db.system': this.databaseSystem } : {}),
      },
      ...more,
    });
  }

  statementStarted(id: string): void {
    const span = this.startSpan('statement', { role: 'client' });
    span.set({ 'sluice.statement.id': id });
    this.statement = { id, startedAt: now(), span };
  }

  statementFinished(id: string, result: FinishedStatement, isLast: boolean): void {
    this.finished++;
    if (isLast) this.status = 'finished';
    const { rowCount, bytes, truncatedBy } = result;
    this.statement?.span.set({
      ...(rowCount === null ? {} : { 'sluice.rows': rowCount }),
      ...(bytes === null ? {} : { 'sluice.bytes': bytes }),
    });
    this.statementEnded('finished', id, { rowCount, bytes, truncatedBy });
  }

  /** The batch's end in the database, before all its statements had finished. */
  ended({ status, statementId, error }: BatchEnd): void {
    this.status = status;
    const code = error?.code ?? error?.sqlState ?? status;
    if (statementId !== null) {
      this.statement?.span.fail(code);
      this.statementEnded(status, statementId, { code, outcome: error?.outcome });
    }
    if (status === 'error') this.span.fail(code);
    const rest = this.batch.statements.length - this.finished - (statementId === null ? 0 : 1);
    for (let count = 0; count < rest; count++) {
      this.telemetry.metrics.statementEnded('cancelled', this.driver, null);
    }
  }

  released(): void {
    this.status = 'released';
  }

  /** A write of state found that the batch is no longer ours. */
  fenced(): void {
    if (!this.isFenced) this.telemetry.metrics.batchFenced();
    this.isFenced = true;
  }

  /** Nothing more comes from this run. */
  over(): void {
    const { metrics, log } = this.telemetry;
    const seconds = secondsSince(this.claimAskedAt);
    metrics.batchEnded(this.status, seconds);
    this.statement?.span.end();
    this.span.set({ 'sluice.status': this.status });
    this.span.end();
    const { userId, connectionId, statements, waitedMs } = this.batch;
    log.info(
      {
        batchId: this.batchId,
        userId,
        connectionId,
        status: this.status,
        statements: statements.length,
        waitedMs: Math.round(waitedMs),
        durationMs: Math.round(seconds * 1000),
        traceId: this.span.traceParent?.slice(3, 35),
      },
      'batch run',
    );
  }

  private statementEnded(
    status: StatementStatus,
    statementId: string,
    details: Record<string, unknown>,
  ): void {
    const { metrics, log } = this.telemetry;
    const seconds = this.statement === null ? null : secondsSince(this.statement.startedAt);
    metrics.statementEnded(status, this.driver, seconds);
    this.statement?.span.set({ 'sluice.status': status });
    this.statement?.span.end();
    this.statement = null;
    const durationMs = seconds === null ? undefined : Math.round(seconds * 1000);
    log.debug(
      { batchId: this.batchId, statementId, status, durationMs, ...details },
      'statement ended',
    );
  }

  private get databaseSystem(): string {
    return databaseSystems.get(this.driver) ?? this.driver;
  }
}
