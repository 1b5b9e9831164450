import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BoundValue, Outcome } from '@sluice/contracts';
import { DriverError, type Handover, type RunOptions } from '@sluice/driver-kit';
import { protocolError } from '@sluice/driver-kit/errors';
import type { ReadLimits, SessionRun } from '@sluice/driver-kit/session/session';
import { tagText } from '@sluice/driver-kit/sql/tag';
import type { Answer } from './answer.js';
import { bindingsOf } from './bindings.js';
import type { Client } from './client.js';
import { isResultUrl, isQueryId, resultUrl } from './addresses.js';
import { commandOf, isSelect } from './command.js';
import { resultLost, ServerError, withOutcome, withPosition } from './errors.js';
import { tokensOf } from './handover.js';
import { MAX_TAG_CHARS } from './parameters.js';
import { hasRows, readResult, type Result } from './result.js';
import { isRefusal } from './refused-request.js';
import { Rows } from './rows.js';
import { doneRun, readingRun } from './session-run.js';

/** Response codes of a running statement; the second one is for asynchronous statements. */
const inProgress = new Set(['333333', '333334']);
const notFound = new Set(['000709', '000710']);
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 5_000;
/** Responses slower than this were long-polled by the server, so no extra pause is needed. */
const LONG_POLL_MS = 1_000;

/** Dependencies of a statement on its session. */
export interface StatementOptions {
  client: Client;
  limits: ReadLimits;
  /** Returns the state another process needs to continue. */
  handover: (executionId: string) => Handover;
  onHandover: RunOptions['onHandover'];
  /** Returns whether the session may be in a transaction. */
  inTransaction: () => boolean;
  /** QUERY_TAG of the statement instead of the session's. */
  tag?: RunOptions['tag'];
  /** Values of the text's marks; absent = none. */
  values?: readonly BoundValue[] | undefined;
}

/** One statement, from submission to last row. */
export class SnowflakeStatement {
  private readonly requestId = randomUUID();
  private queryId: string | null = null;
  private finished = false;
  private rows: Rows | null = null;
  /** The session's tokens as handed over; null before the handover. */
  private kept: string | null = null;
  private pauseMs = FIRST_PAUSE_MS;
  private wake = new AbortController();
  private tellId: () => void = () => undefined;
  /** Resolves when the statement has a query id, or will never get one. */
  private readonly named = new Promise<void>((resolve) => {
    this.tellId = resolve;
  });
  private tellHandedOver: () => void = () => undefined;
  /** Resolves when another process can continue the statement, or never will. */
  readonly handedOver = new Promise<void>((resolve) => {
    this.tellHandedOver = resolve;
  });

  constructor(private readonly options: StatementOptions) {}

  /** Submits the statement after `prepare`; resolves with its columns. @throws DriverError */
  async run(sql: string, prepare?: () => Promise<void>): Promise<SessionRun> {
    try {
      await prepare?.();
      const answer = await this.submit(sql);
      return this.result(await this.pollResult(answer), commandOf(sql));
    } catch (error) {
      throw error instanceof ServerError ? withPosition(error, sql) : error;
    } finally {
      this.tellId();
      this.tellHandedOver();
    }
  }

  /** Continues a statement that another process submitted. @throws DriverError */
  async adopt(queryId: string, command: string | null): Promise<SessionRun> {
    this.setQueryId(queryId);
    // Tokens may have been renewed when the session was resumed.
    this.kept = '';
    this.tellHandedOver();
    try {
      return this.result(await this.pollResult(null), command);
    } catch (error) {
      throw error instanceof ServerError && notFound.has(error.code) ? notFoundError(error) : error;
    }
  }

  /** Cancels the statement once it has a query id. */
  async cancel(withdrawn: AbortSignal): Promise<void> {
    if (this.rows) {
      this.rows.stop();
      return;
    }
    const late = new Promise<void>((resolve) => {
      withdrawn.addEventListener('abort', () => {
        resolve();
      });
    });
    await Promise.race([this.named, late]);
    if (withdrawn.aborted || this.finished) return;
    await this.abort();
  }

  /** Cancels again, by request id if the statement has no query id yet. */
  async cancelAgain(withdrawn: AbortSignal): Promise<void> {
    if (withdrawn.aborted || this.finished) return;
    await this.abort();
  }

  private async abort(): Promise<void> {
    const { client } = this.options;
    const [url, json] =
      this.queryId === null
        ? ['/queries/v1/abort-request', { requestId: this.requestId }]
        : [`/queries/${this.queryId}/abort-request`, {}];
    // The end of the statement shows whether the cancel took effect.
    await client.request('POST', url, json).catch(() => undefined);
    this.rows?.stop();
    // The statement ends soon.
    this.pauseMs = FIRST_PAUSE_MS;
    this.wake.abort();
    this.wake = new AbortController();
  }

  private async submit(sql: string): Promise<Answer> {
    const url = `/queries/v1/query-request?requestId=${this.requestId}`;
    const body = {
      sqlText: sql,
      asyncExec: true,
      ...bindingsOf(this.options.values ?? []),
      disableOfflineChunks: false,
      // Set per statement, because SQL can change the session's parameter and then several statements would run
      // as one.
      parameters: {
        MULTI_STATEMENT_COUNT: 1,
        ...(this.options.tag && { QUERY_TAG: tagText(this.options.tag).slice(0, MAX_TAG_CHARS) }),
      },
    };
    let answer: Answer;
    try {
      answer = await this.options.client.request('POST', url, body);
    } catch (error) {
      const isUnclear = this.options.client.mayHave(this.requestId);
      // A refusal means that the session has ended, for example, or that no address is allowed.
      throw isRefusal(error) ? withOutcome(error, isUnclear ? 'unknown' : 'not_run') : error;
    }
    this.setQueryId(answer.data['queryId']);
    await this.handOver();
    return answer;
  }

  private setQueryId(queryId: unknown): void {
    if (typeof queryId !== 'string' || !isQueryId(queryId)) {
      throw protocolError('statement without query id');
    }
    this.queryId = queryId;
    this.tellId();
  }

  private async handOver(): Promise<void> {
    try {
      await this.storeHandover();
    } catch (error) {
      await this.abort();
      const ended: unknown = await this.pollResult(null).catch((failed: unknown) => failed);
      const isCancelled = ended instanceof DriverError && ended.outcome === 'failed';
      const title = 'The statement was cancelled: its handover could not be stored';
      throw new DriverError('cancelled', isCancelled ? 'failed' : 'unknown', title, {
        cause: error,
      });
    } finally {
      this.tellHandedOver();
    }
  }

  /** Stores the handover. */
  private async storeHandover(): Promise<void> {
    const { onHandover, handover } = this.options;
    const tokens = this.tokens();
    await onHandover?.(handover(this.queryId ?? ''));
    this.kept = tokens;
  }

  /** Stores renewed tokens: a session outlives its tokens. A failure is retried with the next poll. */
  private async storeRenewedTokens(): Promise<void> {
    if (this.kept === null || this.kept === this.tokens()) return;
    await this.storeHandover().catch(() => undefined);
  }

  private tokens(): string {
    return tokensOf(this.options.client.state);
  }

  /** Polls for the response with the result. The server long-polls while there is none. */
  private async pollResult(first: Answer | null): Promise<Answer> {
    const own = resultUrl(this.queryId ?? '');
    let answer = first;
    while (answer === null || inProgress.has(answer.code)) {
      const next = answer?.data['getResultUrl'];
      const startedAtMs = Date.now();
      const url = typeof next === 'string' && isResultUrl(next) ? next : own;
      answer = await this.options.client.request('GET', url).catch((error: unknown) => {
        // The statement was submitted before.
        throw isRefusal(error) ? withOutcome(error, 'unknown') : error;
      });
      await this.storeRenewedTokens();
      const isQuick = Date.now() - startedAtMs < LONG_POLL_MS;
      if (isQuick && inProgress.has(answer.code)) await this.pause();
    }
    this.finished = true;
    return answer;
  }

  private async pause(): Promise<void> {
    const signal = AbortSignal.any([this.options.client.transport.signal, this.wake.signal]);
    const ms = this.pauseMs;
    this.pauseMs = Math.min(MAX_PAUSE_MS, ms * 2);
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }

  /** Returns the run of a statement that has completed on the server. @throws DriverError */
  private result(answer: Answer, command: string | null): SessionRun {
    try {
      const result = readResult(answer);
      return hasRows(result) ? this.reading(result, command) : doneRun(result, command);
    } catch (error) {
      throw error instanceof DriverError
        ? resultLost(error, this.lostAs(answer.data['statementTypeId']))
        : error;
    }
  }

  /** A query has no effect. Other statements have none if their open transaction is rolled back later. */
  private lostAs(typeId: unknown): Outcome {
    const isQuery = typeof typeId === 'number' && isSelect(typeId);
    return isQuery || !this.options.inTransaction() ? 'ran_result_lost' : 'unknown';
  }

  private reading(result: Result, command: string | null): SessionRun {
    const { client, limits } = this.options;
    const rows = new Rows(result, {
      transport: client.transport,
      limits,
      // The statement has completed.
      stoppedAs: isSelect(result.typeId) ? 'failed' : 'unknown',
      lostAs: this.lostAs(result.typeId),
      refresh: async () => {
        return readResult(await client.request('GET', resultUrl(this.queryId ?? '')));
      },
    });
    this.rows = rows;
    void rows.read();
    return readingRun(result, rows.stream, command);
  }
}

const notFoundError = (error: ServerError): DriverError =>
  new DriverError('connection', 'unknown', 'Query ID not found on the server', {
    detail: error.title,
    cause: error,
  });
