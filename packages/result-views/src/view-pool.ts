import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CompareRequest, ViewRequest } from '@sluice/contracts';
import type { ResultStore } from '@sluice/results';
import { checkComparison } from './check-comparison.js';
import { checkRequest } from './check.js';
import { allBusy, timedOut, ViewInterrupted } from './errors.js';
import { emptyComparison, emptyView } from './empty-view.js';
import {
  isEmpty,
  openProcess,
  type OpenProcessOptions,
  type Sources,
  type ViewedResult,
} from './open-process.js';
import { parquetNames } from './parquet-names.js';
import type { Asked, PairRequest } from './protocol.js';
import type { ViewProcess } from './view-process.js';
import { openWrittenFile, type WrittenFile } from './written-file.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** Limits of views. */
export interface ViewLimits {
  /** Private memory of one process in MiB. */
  memoryMb: number;
  /** Disk space of one process in MiB. */
  diskMb: number;
  /** Maximum number of processes. */
  processes: number;
  /** Time until an unused process ends. */
  idleMs: number;
  /** Time of one request. */
  timeoutMs: number;
}

/** Dependencies of {@link createResultViews}. */
export interface ResultViewsOptions {
  store: Pick<ResultStore, 'localPath' | 'openWhole' | 'has'>;
  /** Directory for the data of processes. Created when it does not exist. */
  directory: string;
  limits: ViewLimits;
  onError(error: unknown): void;
}

/** Answers views of stored results and compares them, each result or pair in a separate process. */
export interface ResultViews {
  /**
   * Returns the JSON body of a view. The first request of a result starts its process.
   *
   * @throws AppError 400 for a request that does not fit the columns, `view_limit`, `view_timeout`, `busy`;
   * ResultsError; the reason of the signal
   */
  view(result: ViewedResult, request: ViewRequest, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Returns the JSON body of a comparison. The first request of a pair starts its process.
   *
   * @throws the errors of {@link view}
   */
  compare(
    before: ViewedResult,
    after: ViewedResult,
    request: Omit<CompareRequest, 'before'>,
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  /**
   * Returns the rows as a Parquet file, the first `maxRows` or all. A result without columns has no such file.
   *
   * @throws the errors of {@link view}
   */
  parquet(result: ViewedResult, maxRows: number | null, signal: AbortSignal): Promise<WrittenFile>;
  /** Ends all processes. */
  close(): Promise<void>;
}

/** Sends a request to a process. */
type Send<T> = (process: ViewProcess, signal: AbortSignal) => Promise<T>;

const answerOf =
  (asked: Asked): Send<Uint8Array> =>
  (process, signal) =>
    process.ask(asked, signal);

/** Interval in which removed results, unused processes and abandoned directories are looked for. */
const CHECK_MS = 5_000;
/** Time in which a request waits for a process. */
const QUEUE_MS = 10_000;
const QUEUE_STEP_MS = 50;
/** A process is killed when it does not end a cancelled request; the other requests of its result start another. */
const MAX_ATTEMPTS = 3;

/** Creates the pool of processes. It starts none before the first view. */
export function createResultViews(options: ResultViewsOptions): ResultViews {
  return new ViewPool(options);
}

interface Entry {
  /** The paths of its results. */
  key: string;
  sources: Sources;
  process: Promise<ViewProcess>;
  /** Requests that use the process or wait for its start. */
  users: number;
  usedAtMs: number;
}

class ViewPool implements ResultViews {
  private readonly entries = new Map<string, Entry>();
  /** Processes that end, with their entries. */
  private readonly ending = new Set<Promise<void>>();
  private readonly workspace: Workspace;
  private readonly opening: OpenProcessOptions;
  private readonly timer: NodeJS.Timeout;
  private isClosed = false;

  constructor(private readonly options: ResultViewsOptions) {
    this.workspace = createWorkspace(options.directory);
    const { store, limits } = options;
    this.opening = { store, limits, createDirectory: () => this.workspace.create() };
    this.timer = setInterval(() => {
      this.tidy().catch(options.onError);
    }, CHECK_MS).unref();
  }

  async view(result: ViewedResult, request: ViewRequest, signal: AbortSignal): Promise<Uint8Array> {
    checkRequest(request, result.columns);
    if (isEmpty(result)) return emptyView(request);
    return this.request([result], signal, answerOf({ type: 'view', request }));
  }

  async compare(
    before: ViewedResult,
    after: ViewedResult,
    request: PairRequest,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    checkComparison(request, before.columns, after.columns);
    if (isEmpty(before) && isEmpty(after)) return emptyComparison();
    return this.request([before, after], signal, answerOf({ type: 'compare', request }));
  }

  parquet(result: ViewedResult, maxRows: number | null, signal: AbortSignal): Promise<WrittenFile> {
    const names = parquetNames(result.columns);
    return this.request([result], signal, async (process, either) => {
      const path = join(process.directory, `${randomUUID()}.parquet`);
      await process.ask({ type: 'write', request: { path, names, maxRows } }, either);
      // The process is in use until now, so its directory exists.
      return openWrittenFile(path);
    });
  }

  /** Sends a request to the process of results, again if the process was killed for another one. */
  private async request<T>(sources: Sources, signal: AbortSignal, send: Send<T>): Promise<T> {
    const { timeoutMs } = this.options.limits;
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.ask(sources, either, send);
      } catch (error) {
        signal.throwIfAborted();
        if (timeout.aborted) throw timedOut(timeoutMs / 1000);
        if (!(error instanceof ViewInterrupted)) throw error;
        if (this.isClosed || attempt === MAX_ATTEMPTS) throw allBusy();
      }
    }
  }

  private async ask<T>(sources: Sources, signal: AbortSignal, send: Send<T>): Promise<T> {
    const entry = await this.use(sources, signal);
    try {
      return await send(await entry.process, signal);
    } finally {
      entry.users--;
      entry.usedAtMs = Date.now();
      await this.dropIfEnded(entry);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    for (const entry of this.entries.values()) this.end(entry);
    await Promise.all(this.ending);
    await this.workspace.remove();
  }

  /** Takes the process of a result or pair. Waits while all processes are in use. @throws AppError `busy` */
  private async use(sources: Sources, signal: AbortSignal): Promise<Entry> {
    const untilMs = Date.now() + QUEUE_MS;
    for (;;) {
      signal.throwIfAborted();
      const key = sources.map(({ resultsPath }) => resultsPath).join('\n');
      const known = this.entries.get(key);
      if (known !== undefined) {
        known.users++;
        return known;
      }
      if (this.isClosed || Date.now() > untilMs) throw allBusy();
      if (this.hasPlace()) {
        const process = openProcess(this.opening, sources);
        const entry = { key, sources, process, users: 1, usedAtMs: Date.now() };
        process.catch(() => this.entries.delete(key));
        this.entries.set(key, entry);
        return entry;
      }
      await delay(QUEUE_STEP_MS, undefined, { signal });
    }
  }

  /** Ends the process that was not used for the longest time, if all are there. */
  private hasPlace(): boolean {
    if (this.entries.size < this.options.limits.processes) return true;
    const unused = [...this.entries.values()].filter(({ users }) => users === 0);
    const oldest = unused.toSorted((a, b) => a.usedAtMs - b.usedAtMs)[0];
    if (oldest !== undefined) this.end(oldest);
    return oldest !== undefined;
  }

  private end(entry: Entry): void {
    if (this.entries.get(entry.key) === entry) this.entries.delete(entry.key);
    const ended = entry.process
      .then((process) => process.close())
      .catch(() => undefined)
      .finally(() => this.ending.delete(ended));
    this.ending.add(ended);
  }

  private async dropIfEnded(entry: Entry): Promise<void> {
    const process = await entry.process.catch(() => null);
    if (process?.closed !== false) this.end(entry);
  }

  private async areStored({ sources }: Entry): Promise<boolean> {
    for (const source of sources) {
      if (!isEmpty(source) && !(await this.options.store.has(source.resultsPath))) return false;
    }
    return true;
  }

  /** Ends processes that were not used for a while or whose result was removed. */
  private async tidy(): Promise<void> {
    await this.workspace.tidy();
    const isUnused = ({ users, usedAtMs }: Entry): boolean =>
      users === 0 && Date.now() - usedAtMs > this.options.limits.idleMs;
    for (const entry of [...this.entries.values()]) {
      if (isUnused(entry) || !(await this.areStored(entry))) this.end(entry);
    }
  }
}
