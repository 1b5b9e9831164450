import { spawn, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { boundedCommand } from '@sluice/driver-kit/local/bounds';
import { MemoryWatch } from '@sluice/driver-kit/local/memory-watch';
import { failureOf, overLimit, ViewInterrupted } from './errors.js';
import type { Asked, Message, OpenMessage, OpenPairMessage, Reply } from './protocol.js';

/** JavaScript heap limit in MiB. Rows and tables are outside the heap. */
const HEAP_MB = 128;
/** Milliseconds in which a process ends a cancelled request before it is killed. */
const CANCEL_MS = 2_000;

interface Waiting {
  resolve(body: Uint8Array): void;
  reject(error: Error): void;
}

/** The parent side of a process that answers views of one result and writes its files, or compares two results. */
export class ViewProcess {
  private readonly child: ChildProcess;
  private readonly memory: MemoryWatch;
  private readonly waiting = new Map<number, Waiting>();
  private requests = 0;
  private isOver = false;
  private exceeded = false;
  private readonly exit: Promise<void>;

  /**
   * Starts the process. Its directory is removed when it ends.
   *
   * @param resultsPath name of the result in errors
   */
  constructor(
    private readonly open: OpenMessage | OpenPairMessage,
    private readonly resultsPath: string,
  ) {
    const { directory, memoryMb } = open.limits;
    const main = fileURLToPath(import.meta.resolve('@sluice/result-views/engine'));
    const options = [`--max-old-space-size=${HEAP_MB}`, main];
    const bounds = { memoryMb, writesFiles: true };
    const [program, args] = boundedCommand(process.execPath, options, bounds);
    this.child = spawn(program, args, {
      cwd: directory,
      // The environment of the API contains secrets.
      env: { TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
    });
    this.memory = new MemoryWatch(this.child.pid, memoryMb, () => {
      this.exceeded = true;
      this.kill();
    });
    this.child.on('message', (reply) => {
      this.settle(reply as Reply);
    });
    this.exit = this.exited();
    this.send(open);
  }

  /** The directory of the process. */
  get directory(): string {
    return this.open.limits.directory;
  }

  /** Whether it has exited or was killed. */
  get closed(): boolean {
    return this.isOver || this.child.killed;
  }

  /**
   * Returns the body of an answer, JSON. An abort cancels the request.
   *
   * @throws AppError `view_limit`, ResultsError, ViewInterrupted, the reason of the signal
   */
  async ask(asked: Asked, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted();
    const number = ++this.requests;
    let killTimer: NodeJS.Timeout | undefined;
    const cancel = (): void => {
      this.send({ type: 'cancel', number });
      killTimer = setTimeout(() => {
        this.kill();
      }, CANCEL_MS);
    };
    signal.addEventListener('abort', cancel, { once: true });
    this.memory.start();
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        this.waiting.set(number, { resolve, reject });
        if (this.closed) reject(this.endedError());
        else this.send({ type: 'request', number, asked });
      });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      this.waiting.delete(number);
      signal.removeEventListener('abort', cancel);
      clearTimeout(killTimer);
      if (this.waiting.size === 0) this.memory.stop();
    }
  }

  /** Ends the process and removes its directory. */
  async close(): Promise<void> {
    this.kill();
    await this.exit;
  }

  private kill(): void {
    this.child.kill('SIGKILL');
  }

  private send(message: Message): void {
    // The exit is reported by its event.
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  private settle(reply: Reply): void {
    const waiting = this.waiting.get(reply.number);
    if ('body' in reply) waiting?.resolve(reply.body);
    else waiting?.reject(failureOf(reply.failure, reply.detail, this.resultsPath));
  }

  private endedError(): Error {
    if (this.exceeded || this.memory.wasNearLimit) {
      return overLimit('The memory limit of the view was reached');
    }
    return this.child.killed
      ? new ViewInterrupted('killed')
      : new Error('the process of the view ended');
  }

  private exited(): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        if (this.isOver) return;
        this.isOver = true;
        this.memory.stop();
        for (const { reject } of this.waiting.values()) reject(this.endedError());
        const { directory } = this.open.limits;
        rm(directory, { recursive: true, force: true }).then(resolve, () => {
          resolve();
        });
      };
      this.child.once('exit', over);
      this.child.once('error', over);
    });
  }
}
