import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { RowChunk } from '../contract/driver.js';
import { MAX_CHUNK_BYTES } from '../encode/rows.js';
import { boundedCommand, type EngineBounds } from './bounds.js';
import { ANSWER, commandFrame, HEADER_BYTES, type Answer, type Command } from './frames.js';
import { MemoryWatch } from './memory-watch.js';

/** JavaScript heap limit of an engine's process in MiB. Rows and chunks are outside the heap. */
const HEAP_MB = 256;
/**
 * `--disable-proto=delete`: DuckDB's library stores the fields of a VARIANT in plain objects and would drop a
 * field named `__proto__`.
 */
const nodeOptions = [`--max-old-space-size=${String(HEAP_MB)}`, '--disable-proto=delete'];
/** Size of a reusable frame buffer: a chunk of rows with its row count fits, except for very wide rows. */
const BODY_BYTES = MAX_CHUNK_BYTES + 4;
/** Buffer size for small frames: most results and all other responses. */
const SMALL_BYTES = 64 * 1024;
/** Milliseconds an engine has to close its files before it is killed. */
const END_MS = 5_000;

/** Receives the responses of the process. */
export interface HostListener {
  answer(answer: Answer): void;
  rows(chunk: RowChunk): void;
  /** The process exceeds its memory limit. */
  exceeded(): void;
  /** The process has exited; no other call follows. */
  ended(how: string): void;
}

/** The parent side of one session's engine process. */
export class HostProcess {
  /** Active while a statement runs. */
  readonly memory: MemoryWatch;
  private readonly child: ChildProcess;
  private readonly input: Writable;
  private readonly output: Readable;
  private readonly control: Writable;
  private readonly exit: Promise<void>;
  private hasEnded = false;
  private readonly head = Buffer.allocUnsafe(HEADER_BYTES);
  private body: Buffer = NO_BYTES;
  /** Buffer of a consumed chunk, for the next frame. */
  private spare: Buffer | null = null;
  /** Bytes received of the current frame, including its header. */
  private got = 0;

  constructor(
    hostUrl: string,
    directory: string,
    bounds: EngineBounds,
    private readonly listener: HostListener,
  ) {
    const main = fileURLToPath(hostUrl);
    const [program, args] = boundedCommand(process.execPath, [...nodeOptions, main], bounds);
    this.child = spawn(program, args, {
      cwd: directory,
      // The worker's environment contains secrets. A fixed time zone keeps values independent of the machine.
      env: { TZ: 'UTC' },
      // Separate pipes: output of a library on stdout must not mix with rows.
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    // Node's types declare five entries.
    const [, , , input, output, control]: readonly unknown[] = this.child.stdio;
    this.input = input as Writable;
    this.output = output as Readable;
    this.control = control as Writable;
    // Errors of a pipe to an exited process are ignored: `close` reports the exit once.
    for (const pipe of [this.input, this.output, this.control]) pipe.on('error', () => undefined);
    this.output.on('data', (bytes: Buffer) => {
      this.read(bytes);
    });
    this.memory = new MemoryWatch(this.child.pid, bounds.memoryMb, () => {
      this.listener.exceeded();
    });
    this.exit = this.exited();
  }

  /** Exited or killed. */
  get closed(): boolean {
    return this.hasEnded || this.child.killed;
  }

  send(command: Command): void {
    this.input.write(commandFrame(command));
  }

  /** Cancels the request with this number; any other request is unaffected. */
  cancel(number: number): void {
    this.control.write(`${String(number)}\n`);
  }

  /** Pauses reading until {@link release}: the engine blocks on its full pipe. */
  hold(): void {
    this.output.pause();
  }

  release(): void {
    this.output.resume();
  }

  /** Kills the process. */
  kill(): void {
    this.child.kill('SIGKILL');
    this.release();
  }

  /** Lets an idle engine close its files; resolves when the process has exited. */
  async end(): Promise<void> {
    const killTimer = setTimeout(() => {
      this.kill();
    }, END_MS);
    this.input.end();
    this.release();
    await this.exit;
    clearTimeout(killTimer);
  }

  private exited(): Promise<void> {
    return new Promise((resolve) => {
      const over = (how: string): void => {
        if (this.hasEnded) return;
        this.hasEnded = true;
        this.memory.stop();
        this.listener.ended(how);
        resolve();
      };
      // `close` follows after all output has been read.
      this.child.once('close', (code, signal) => {
        over(signal ?? `exit code ${String(code)}`);
      });
      this.child.once('error', (error) => {
        over(error.message);
      });
    });
  }

  private read(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.got < HEADER_BYTES) {
        const count = Math.min(HEADER_BYTES - this.got, bytes.length - at);
        bytes.copy(this.head, this.got, at, at + count);
        at += count;
        this.got += count;
        if (this.got < HEADER_BYTES) return;
        this.body = this.bodyBuffer(this.head.readUInt32LE(1));
      }
      const wanted = this.body.length + HEADER_BYTES - this.got;
      const count = Math.min(wanted, bytes.length - at);
      bytes.copy(this.body, this.got - HEADER_BYTES, at, at + count);
      at += count;
      this.got += count;
      if (count === wanted) this.frame();
    }
    freeRead(bytes);
  }

  /** Returns a buffer for a frame's body. The receiver of rows keeps it until it calls `release`. */
  private bodyBuffer(bytes: number): Buffer {
    if (bytes > BODY_BYTES) return Buffer.allocUnsafeSlow(bytes);
    const memory = this.spare ?? Buffer.allocUnsafeSlow(bytes < SMALL_BYTES ? bytes : BODY_BYTES);
    this.spare = null;
    return memory.subarray(0, bytes);
  }

  private frame(): void {
    const { body } = this;
    this.got = 0;
    this.body = NO_BYTES;
    if (this.head[0] === ANSWER) this.listener.answer(JSON.parse(body.toString('utf8')) as Answer);
    else {
      const release = (): void => {
        if (body.buffer.byteLength === BODY_BYTES) this.spare = Buffer.from(body.buffer);
      };
      this.listener.rows({ rowCount: body.readUInt32LE(), json: body.subarray(4), release });
    }
  }
}

const NO_BYTES = Buffer.alloc(0);

/**
 * Frees the memory of a read, which has been copied: the garbage collector runs for external memory only above
 * 64 MiB. Small reads share their memory with others and are skipped.
 */
function freeRead({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && length === buffer.byteLength) buffer.transfer(0);
}
