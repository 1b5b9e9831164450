import type { ConnectionSchema } from '@sluice/contracts';
import type { Dialect } from '@sluice/sql';
import { withinTime } from '../connect/connect-timeout.js';
import { DriverError, type SessionOptions } from '../contract/driver.js';
import type { ReadLimits, Session, SessionRun } from '../session/session.js';
import { refuseSeveral } from '../sql/statement-text.js';
import { DEFAULT_ENGINE_MEMORY_MB } from './bounds.js';
import { errorOf, type Answer, type Command, type OpenCommand } from './frames.js';
import { HostProcess } from './host-process.js';
import { Request } from './request.js';

/** What engines differ in, seen from outside of their process. */
export interface LocalEngine {
  dialect: Dialect;
  /** URL of the engine's process: a module that calls `serveEngine`. */
  hostUrl: string;
  /**
   * Milliseconds after which a statement that did not hear its cancel takes the process with it; null
   * for an engine that can be interrupted anywhere.
   */
  killAfterMs: number | null;
  /** Whether a read-only session needs no file to write to, as a temporary one to sort in. */
  readsWithoutFiles: boolean;
}

/** How an engine opens its database, but for what the machine says. */
export type OpenRequest = Omit<OpenCommand, 'memoryMb'>;

/** Opens a session in a process of its own. @throws DriverError outcome `not_run` */
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
 * A session whose engine runs in another process: an engine that blocks, crashes or eats memory ends
 * its own session only. See docs/decisions/0020-local-engines-in-child-processes.md.
 */
class LocalSession implements Session {
  readonly executionId = null;
  private host: HostProcess | null = null;
  private request: Request | null = null;
  private number = 0;
  /** Another process may take the place of this one, and nobody would see a difference. */
  private isReplaceable = false;
  inTransaction = false;
  /** A cancel came before the statement was sent. */
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

  /** Starts the process and opens the database in it. */
  async open(signal: AbortSignal): Promise<void> {
    await withinTime({ signal, connectTimeoutMs: this.connectTimeoutMs }, (limit) =>
      this.begin(limit),
    );
  }

  async start(sql: string, limits: ReadLimits): Promise<SessionRun> {
    refuseSeveral(sql, this.engine.dialect);
    const request = await this.ask((number) => ({ type: 'run', number, sql, limits }));
    const columns = await request.accepted;
    return {
      columns,
      chunks: request.chunks,
      summary: () => {
        if (request.summary) return request.summary;
        throw new DriverError('internal', 'unknown', 'The statement has no summary');
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
    throw new DriverError('internal', 'unknown', 'The engine did not answer the question');
  }

  async reset(): Promise<boolean> {
    // Another process is as good as new.
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
    // TypeScript does not see that a cancel came meanwhile.
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
        if (answer?.type === 'opened') {
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
    // Beside its bound a process is ended by the kernel's limit before the watch sees it.
    if (request && this.host?.memory.wasNear === true) request.endedFor ??= 'memory';
    // One that ended by itself is not called back: its statement may be what ended it.
    if (request?.endedFor !== 'cancel') this.isReplaceable = false;
    request?.lost(how, this.command.memoryMb);
  }
}

const notStarted = (how: string): DriverError =>
  new DriverError('connection', 'not_run', 'The database engine did not start', { detail: how });
