import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DriverError, type Handover, type RunOptions } from '@sluice/driver-kit';
import { protocolError } from '@sluice/driver-kit/errors';
import type { ReadLimits, SessionRun } from '@sluice/driver-kit/session/session';
import { tagText } from '@sluice/driver-kit/sql/tag';
import type { Answer } from './answer.js';
import type { Client } from './client.js';
import { isResultUrl, isQueryId, resultUrl } from './addresses.js';
import { commandOf, isSelect } from './command.js';
import { placed, ServerError, SessionGone } from './errors.js';
import { tokensOf } from './handover.js';
import { LONGEST_TAG } from './parameters.js';
import { hasRows, readResult, type Result } from './result.js';
import { Rows } from './rows.js';
import { doneRun, readingRun } from './statement-run.js';

/** The statement goes on: ask again. The second one says it of statements sent to be asked for. */
const inProgress = new Set(['333333', '333334']);
const notFound = new Set(['000709', '000710']);
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 5_000;
/** The server answers late as long as a statement runs: then there is no need to wait here, too. */
const PATIENT_MS = 1_000;

/** What a statement needs of its session. */
export interface StatementOptions {
  client: Client;
  limits: ReadLimits;
  /** Makes what another process needs to go on. */
  handover: (executionId: string) => Handover;
  onHandover: RunOptions['onHandover'];
  /** Becomes the statement's QUERY_TAG instead of the session's. */
  tag?: RunOptions['tag'];
}

/** One statement, from its submission to its last row. */
export class Statement {
  private readonly requestId = randomUUID();
  private queryId: string | null = null;
  private finished = false;
  private rows: Rows | null = null;
  /** The session's tokens as others know them; null before they do. */
  private kept: string | null = null;
  private pauseMs = FIRST_PAUSE_MS;
  private wake = new AbortController();
  private tellId: () => void = () => undefined;
  /** Resolves when the server has named the statement, or will not do so. */
  private readonly named = new Promise<void>((resolve) => {
    this.tellId = resolve;
  });
  private tellHandedOver: () => void = () => undefined;
  /** Resolves when another process could go on with it, or never will. */
  readonly handedOver = new Promise<void>((resolve) => {
    this.tellHandedOver = resolve;
  });

  constructor(private readonly options: StatementOptions) {}

  /** Submits it after `prepare`, and resolves when its columns are there. @throws DriverError */
  async run(sql: string, prepare?: () => Promise<void>): Promise<SessionRun> {
    try {
      await prepare?.();
      const answer = await this.submit(sql);
      return this.result(await this.awaited(answer), commandOf(sql));
    } catch (error) {
      throw error instanceof ServerError ? placed(error, sql) : error;
    } finally {
      this.tellId();
      this.tellHandedOver();
    }
  }

  /** Goes on with what another process has submitted. @throws DriverError */
  async adopt(queryId: string, command: string | null): Promise<SessionRun> {
    this.name(queryId);
    // They may have been renewed when the session was opened again.
    this.kept = '';
    this.tellHandedOver();
    try {
      return this.result(await this.awaited(null), command);
    } catch (error) {
      throw error instanceof ServerError && notFound.has(error.code) ? unknown(error) : error;
    }
  }

  /** Asks the server to stop it, once it has a name. */
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

  /** Asks again, by the request if the statement has no name yet. */
  async insist(withdrawn: AbortSignal): Promise<void> {
    if (withdrawn.aborted || this.finished) return;
    await this.abort();
  }

  private async abort(): Promise<void> {
    const { client } = this.options;
    const [url, json] =
      this.queryId === null
        ? ['/queries/v1/abort-request', { requestId: this.requestId }]
        : [`/queries/${this.queryId}/abort-request`, {}];
    // Whether it was heard is said by the statement's own end.
    await client.request('POST', url, json).catch(() => undefined);
    this.rows?.stop();
    // It ends soon.
    this.pauseMs = FIRST_PAUSE_MS;
    this.wake.abort();
    this.wake = new AbortController();
  }

  private async submit(sql: string): Promise<Answer> {
    const url = `/queries/v1/query-request?requestId=${this.requestId}`;
    const body = {
      sqlText: sql,
      asyncExec: true,
      disableOfflineChunks: false,
      // The session's own can be changed by SQL: several statements would run as one.
      parameters: {
        MULTI_STATEMENT_COUNT: 1,
        ...(this.options.tag && { QUERY_TAG: tagText(this.options.tag).slice(0, LONGEST_TAG) }),
      },
    };
    let answer: Answer;
    try {
      answer = await this.options.client.request('POST', url, body);
    } catch (error) {
      const isUnclear = this.options.client.mayHave(this.requestId);
      if (!(error instanceof SessionGone) || isUnclear) throw error;
      // That the session is gone is the answer to this statement.
      throw new DriverError('connection', 'not_run', error.title, { detail: error.detail });
    }
    this.name(answer.data['queryId']);
    await this.handOver();
    return answer;
  }

  private name(queryId: unknown): void {
    if (typeof queryId !== 'string' || !isQueryId(queryId)) {
      throw protocolError('a statement without an id');
    }
    this.queryId = queryId;
    this.tellId();
  }

  private async handOver(): Promise<void> {
    try {
      await this.keep();
    } catch (error) {
      await this.abort();
      const ended: unknown = await this.awaited(null).catch((failed: unknown) => failed);
      const isCancelled = ended instanceof DriverError && ended.outcome === 'failed';
      const title = 'The statement was cancelled: it could not be handed over';
      throw new DriverError('cancelled', isCancelled ? 'failed' : 'unknown', title, {
        cause: error,
      });
    } finally {
      this.tellHandedOver();
    }
  }

  /** Has what is needed to go on with it stored. */
  private async keep(): Promise<void> {
    const { onHandover, handover } = this.options;
    const tokens = this.tokens();
    await onHandover?.(handover(this.queryId ?? ''));
    this.kept = tokens;
  }

  /**
   * A session outlives its tokens: renewed ones are handed over, too, as those that others know may not
   * hold when they need them. What fails is tried again with the next question.
   */
  private async keepAnew(): Promise<void> {
    if (this.kept === null || this.kept === this.tokens()) return;
    await this.keep().catch(() => undefined);
  }

  private tokens(): string {
    return tokensOf(this.options.client.state);
  }

  /** The answer with the result. The server holds a question back for some time while there is none. */
  private async awaited(first: Answer | null): Promise<Answer> {
    const own = resultUrl(this.queryId ?? '');
    let answer = first;
    while (answer === null || inProgress.has(answer.code)) {
      const next = answer?.data['getResultUrl'];
      const startedAtMs = Date.now();
      const url = typeof next === 'string' && isResultUrl(next) ? next : own;
      answer = await this.options.client.request('GET', url);
      await this.keepAnew();
      const isQuick = Date.now() - startedAtMs < PATIENT_MS;
      if (isQuick && inProgress.has(answer.code)) await this.pause();
    }
    this.finished = true;
    return answer;
  }

  private async pause(): Promise<void> {
    const signal = AbortSignal.any([this.options.client.transport.signal, this.wake.signal]);
    const ms = this.pauseMs;
    this.pauseMs = Math.min(LONGEST_PAUSE_MS, ms * 2);
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }

  private result(answer: Answer, command: string | null): SessionRun {
    const result = readResult(answer);
    return hasRows(result) ? this.reading(result, command) : doneRun(result, command);
  }

  private reading(result: Result, command: string | null): SessionRun {
    const { client, limits } = this.options;
    const rows = new Rows(result, {
      transport: client.transport,
      limits,
      // What it did, if it did anything, is done.
      stoppedAs: isSelect(result.typeId) ? 'failed' : 'unknown',
      refresh: async () => {
        return readResult(await client.request('GET', resultUrl(this.queryId ?? '')));
      },
    });
    this.rows = rows;
    void rows.read();
    return readingRun(result, rows.stream, command);
  }
}

const unknown = (error: ServerError): DriverError =>
  new DriverError('connection', 'unknown', 'The server knows no statement of this id', {
    detail: error.title,
    cause: error,
  });
