import type { ConnectionSchema, TableDetail } from '@sluice/contracts';
import type { Dialect } from '@sluice/sql';
import { withConnectTimeout } from '../connect/connect-timeout.js';
import { DriverError, type SessionOptions, type TableName } from '../contract/driver.js';
import type { Session, SessionRun, StartOptions } from '../session/session.js';
import type { ParameterMarks } from '../sql/bind.js';
import { refuseSeveral } from '../sql/statement-text.js';
import { DEFAULT_ENGINE_MEMORY_MB } from './bounds.js';
import { errorOf, type Answer, type Command, type OpenCommand } from './frames.js';
import { HostProcess } from './host-process.js';
import { Request } from './request.js';

/** Properties of an engine that its sessions depend on. */
export interface LocalEngine {
  dialect: Dialect;
  marks: ParameterMarks;
  /** URL of the engine's process: a module that calls `serveEngine`. */
  hostUrl: string;
  /**
   * Milliseconds after a cancel at which the process is killed; null for an engine that can be interrupted at
   * any point.
   */
  killAfterMs: number | null;
  /** Whether a read-only session writes no file, such as a temporary file for a sort. */
  readsWithoutFiles: boolean;
}

/** How an engine opens its database, without the limits of the machine. */
export type OpenRequest = Omit<OpenCommand, 'memoryMb'>;

/** Starts a process with one session. @throws DriverError outcome `not_run` */
export async function openLocal(
  engine: LocalEngine,
  open: OpenRequest,
  options: Pick<SessionOptions, 'signal' | 'connectTimeoutMs' | 'machine'>,
): Promise<Session> {
  const memoryMb = options.machine?.engineMemoryMb ?? DEFAULT_ENGINE_MEMORY_MB;
  const session = new LocalSession(engine, { ...open, memoryMb }, options.connectTimeoutMs);
  await session.open(options.signal);
  return session;
}

/**
 * A session whose engine runs in a child process: an engine that blocks, crashes or uses too much memory ends
 * only its own session. See docs/decisions/0020-local-engines-in-child-processes.md.
 */
class LocalSession implements Session {
  readonly executionId = null;
  private host: HostProcess | null = null;
  private request: Request | null = null;
  private number = 0;
  /** A new process can replace the current one without a visible difference. */
  private isReplaceable = false;
  inTransaction = false;
  /** A cancel arrived before the statement was sent. */
  private isStopped = false;
  private opened: ((answer: Answer | null, how: string) => void) | null = null;

  constructor(
    private readonly engine: LocalEngine,
    private readonly command: OpenCommand,
    private readonly connectTimeoutMs: number,
  ) {}

  get closed(): boolean {
    return (this.host?.closed ?? true) && !this.isReplaceable;
  }

  get dialect(): Dialect {
    return this.engine.dialect;
  }

  get marks(): ParameterMarks {
    return this.engine.marks;
  }

  /** Starts the process and opens the database in it. */
  async open(signal: AbortSignal): Promise<void> {
    await withConnectTimeout({ signal, connectTimeoutMs: this.connectTimeoutMs }, (limit) =>
      this.begin(limit),
    );
  }

  async start(sql: string, { values = [], ...limits }: StartOptions): Promise<SessionRun> {
    refuseSeveral(sql, this.engine.dialect);
    const request = await this.ask((number) => ({ type: 'run', number, sql, limits, values }));
    const columns = await request.accepted;
    return {
      columns,
      chunks: request.chunks,
      summary: () => {
        if (request.summary) return request.summary;
        throw new DriverError('internal', 'unknown', 'The statement has not ended');
      },
    };
  }

  cancel(withdrawn: AbortSignal): Promise<void> {
    const { host, request } = this;
    if (!host || !request) {
      this.isStopped = true;
      return Promise.resolve();
    }
    request.stop();
    host.cancel(request.number);
    const { killAfterMs } = this.engine;
    if (killAfterMs !== null) {
      const timer = setTimeout(() => {
        this.kill(request, 'cancel');
      }, killAfterMs);
      withdrawn.addEventListener('abort', () => {
        clearTimeout(timer);
      });
    }
    return Promise.resolve();
  }

  terminate(): Promise<void> {
    if (this.request) this.kill(this.request, 'cancel');
    return Promise.resolve();
  }

  destroy(): void {
    this.isReplaceable = false;
    this.host?.kill();
  }

  async introspect(): Promise<ConnectionSchema> {
    const request = await this.ask((number) => ({ type: 'introspect', number }));
    const answer = await request.answered;
    if (answer.type === 'schema') return answer.schema;
    throw unexpectedAnswer();
  }

  async describeTable(table: TableName): Promise<TableDetail | null> {
    const request = await this.ask((number) => ({ type: 'describe', number, table }));
    const answer = await request.answered;
    if (answer.type === 'table') return answer.detail;
    throw unexpectedAnswer();
  }

  async reset(): Promise<boolean> {
    // A new process starts with a fresh session.
    if (!this.host || this.host.closed) return this.isReplaceable;
    const request = await this.ask((number) => ({ type: 'reset', number }));
    return (await request.answered).type === 'reset';
  }

  async end(): Promise<void> {
    this.isReplaceable = false;
    await this.host?.end();
  }

  private kill(request: Request, why: 'cancel' | 'memory'): void {
    request.endedFor ??= why;
    this.host?.kill();
  }

  private async ask(commandOf: (number: number) => Command): Promise<Request> {
    this.isStopped = false;
    if (this.host?.closed !== false) await this.open(new AbortController().signal);
    // TypeScript narrows the field and ignores that a cancel can set it during the await.
    if (this.isStopped as boolean) {
      throw new DriverError('cancelled', 'not_run', 'The statement was cancelled');
    }
    const { host } = this;
    if (!host) throw new DriverError('connection', 'not_run', 'The connection is closed');
    const request = new Request(++this.number, host);
    this.request = request;
    host.memory.start();
    host.send(commandOf(request.number));
    return request;
  }

  private begin(limit: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.host?.kill();
      };
      this.opened = (answer, how): void => {
        this.opened = null;
        limit.removeEventListener('abort', giveUp);
        // The timer of the limit can fire before the answer is read, which a busy worker has received already.
        if (answer?.type === 'opened' && !limit.aborted) {
          this.isReplaceable = answer.state.isPlain;
          resolve();
          return;
        }
        this.destroy();
        if (answer?.type === 'failed') reject(errorOf(answer.error));
        else reject(notStarted(how));
      };
      limit.addEventListener('abort', giveUp, { once: true });
      const { directory, memoryMb, readOnly } = this.command;
      const writesFiles = !(readOnly && this.engine.readsWithoutFiles);
      const host: HostProcess = new HostProcess(
        this.engine.hostUrl,
        directory,
        { memoryMb, writesFiles },
        {
          answer: (answer) => {
            if (this.host === host) this.heard(answer);
          },
          rows: (chunk) => {
            if (this.host === host) this.request?.rows(chunk);
          },
          exceeded: () => {
            if (this.host === host && this.request) this.kill(this.request, 'memory');
          },
          ended: (how) => {
            if (this.host === host) this.ended(how);
          },
        },
      );
      this.host = host;
      host.send({ type: 'open', ...this.command });
      if (limit.aborted) giveUp();
    });
  }

  private heard(answer: Answer): void {
    if (this.opened) {
      this.opened(answer, '');
      return;
    }
    if ('state' in answer) {
      this.isReplaceable = answer.state.isPlain;
      this.inTransaction = answer.state.inTransaction;
    }
    if (this.request?.take(answer) !== true) return;
    this.request = null;
    this.host?.memory.stop();
  }

  private ended(how: string): void {
    this.opened?.(null, how);
    const { request } = this;
    this.request = null;
    // The kernel limit can end the process before the memory watch samples it.
    if (request && this.host?.memory.wasNearLimit === true) request.endedFor ??= 'memory';
    // A crashed process is not replaced: its statement may have caused the crash.
    if (request?.endedFor !== 'cancel') this.isReplaceable = false;
    request?.onExit(how, this.command.memoryMb);
  }
}

const unexpectedAnswer = (): DriverError =>
  new DriverError('internal', 'unknown', 'Database engine sent an unexpected response');

const notStarted = (how: string): DriverError =>
  new DriverError('connection', 'not_run', 'Database engine did not start', { detail: how });
