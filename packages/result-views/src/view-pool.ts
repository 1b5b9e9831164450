import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { ColumnInfo, CompareRequest, ViewRequest } from '@sluice/contracts';
import type { ExpectedResult, ResultStore } from '@sluice/results';
import { checkComparison } from './check-comparison.js';
import { checkRequest } from './check.js';
import { allBusy, overLimit, timedOut, ViewInterrupted } from './errors.js';
import { emptyComparison, emptyView } from './empty-view.js';
import type { StoredFile } from './engine/rows-file.js';
import type { PairRequest } from './protocol.js';
import { ViewProcess } from './view-process.js';
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

/** A finished result. */
export interface ViewedResult {
  resultsPath: string;
  expected: ExpectedResult;
  columns: readonly ColumnInfo[];
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
  /** Ends all processes. */
  close(): Promise<void>;
}

/** Interval in which removed results, unused processes and abandoned directories are looked for. */
const CHECK_MS = 5_000;
/** Time in which a request waits for a process. */
const QUEUE_MS = 10_000;
const QUEUE_STEP_MS = 50;
/** A process is killed when it does not end a cancelled request; the other requests of its result start another. */
const MAX_ATTEMPTS = 3;
const MIB = 1024 * 1024;

/** Creates the pool of processes. It starts none before the first view. */
export function createResultViews(options: ResultViewsOptions): ResultViews {
  return new ViewPool(options);
}

/** One result, or the two of a comparison. */
type Sources = readonly [ViewedResult] | readonly [before: ViewedResult, after: ViewedResult];

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
  private readonly timer: NodeJS.Timeout;
  private isClosed = false;

  constructor(private readonly options: ResultViewsOptions) {
    this.workspace = createWorkspace(options.directory);
    this.timer = setInterval(() => {
      this.tidy().catch(options.onError);
    }, CHECK_MS).unref();
  }

  async view(result: ViewedResult, request: ViewRequest, signal: AbortSignal): Promise<Uint8Array> {
    checkRequest(request, result.columns);
    return isEmpty(result) ? emptyView(request) : this.answer([result], request, signal);
  }

  async compare(
    before: ViewedResult,
    after: ViewedResult,
    request: PairRequest,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    checkComparison(request, before.columns, after.columns);
    if (isEmpty(before) && isEmpty(after)) return emptyComparison();
    return this.answer([before, after], request, signal);
  }

  private async answer(
    sources: Sources,
    request: ViewRequest | PairRequest,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const { timeoutMs } = this.options.limits;
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.ask(sources, request, either);
      } catch (error) {
        signal.throwIfAborted();
        if (timeout.aborted) throw timedOut(timeoutMs / 1000);
        if (!(error instanceof ViewInterrupted)) throw error;
        if (this.isClosed || attempt === MAX_ATTEMPTS) throw allBusy();
      }
    }
  }

  private async ask(
    sources: Sources,
    request: ViewRequest | PairRequest,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const entry = await this.use(sources, signal);
    try {
      return await (await entry.process).ask(request, signal);
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
        const process = this.start(sources);
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

  private async start(sources: Sources): Promise<ViewProcess> {
    const { memoryMb, diskMb } = this.options.limits;
    const directory = await this.workspace.create();
    try {
      const [first, second] = sources;
      const files: (StoredFile | null)[] = [];
      let copiedMb = 0;
      for (const source of sources) {
        const file = isEmpty(source) ? null : await this.local(source, directory, files.length);
        files.push(file?.stored ?? null);
        copiedMb += file?.copiedMb ?? 0;
      }
      const [stored = null, after = null] = files;
      const { columns } = second ?? first;
      const common = {
        columns: columns.map(({ datatype, dbType }) => ({ datatype, dbType })),
        limits: { directory, memoryMb, diskMb: Math.max(1, diskMb - copiedMb) },
      };
      if (second !== undefined) {
        const name = `${first.resultsPath} or ${second.resultsPath}`;
        return new ViewProcess({ type: 'openPair', before: stored, after, ...common }, name);
      }
      if (stored === null) throw new Error('a result without rows needs no process');
      return new ViewProcess({ type: 'open', stored, ...common }, first.resultsPath);
    } catch (error) {
      await rm(directory, { recursive: true, force: true });
      throw error;
    }
  }

  /** Returns the file of a result; `number` names its copy. */
  private async local(
    { resultsPath, expected }: ViewedResult,
    directory: string,
    number: number,
  ): Promise<{ stored: StoredFile; copiedMb: number }> {
    const local = await this.options.store.localPath(resultsPath, expected);
    const copy = join(directory, `result${String(number)}.json`);
    const path = local ?? (await this.copy({ resultsPath, expected }, copy));
    const { bytes, rowCount, crc32 = null } = expected;
    return {
      stored: { path, bytes, rowCount, crc32 },
      copiedMb: local === null ? Math.ceil(bytes / MIB) : 0,
    };
  }

  /** Copies a result of an object storage, because rows are read at any position. */
  private async copy(
    { resultsPath, expected }: Omit<ViewedResult, 'columns'>,
    path: string,
  ): Promise<string> {
    if (expected.bytes > this.options.limits.diskMb * MIB) {
      throw overLimit('The disk limit of the view is smaller than the result');
    }
    const { stream } = await this.options.store.openWhole(resultsPath, expected);
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
    return path;
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

const isEmpty = ({ expected, columns }: ViewedResult): boolean =>
  expected.rowCount === 0 || columns.length === 0;
