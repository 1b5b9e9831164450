import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { RowChunk } from '../contract/driver.js';
import { MOST_CHUNK_BYTES } from '../encode/rows.js';
import { boundedCommand, type EngineBounds } from './bounds.js';
import { ANSWER, commandFrame, HEADER_BYTES, type Answer, type Command } from './frames.js';
import { MemoryWatch } from './memory-watch.js';

/** MiB of JavaScript heap of an engine's process: rows and chunks lie outside of it. */
const HEAP_MB = 256;
/** DuckDB's library keeps the fields of a variant in plain objects: without this a field `__proto__` is lost. */
const nodeOptions = [`--max-old-space-size=${String(HEAP_MB)}`, '--disable-proto=delete'];
/** Chunks of rows with their number fit in all but odd data. */
const BODY_BYTES = MOST_CHUNK_BYTES + 4;
/** Most results are small, and so are answers. */
const SMALL_BYTES = 64 * 1024;
/** An engine that ends by itself gets this long to close its files. */
const END_MS = 5_000;

/** Who hears what the process answers. */
export interface HostListener {
  answer(answer: Answer): void;
  rows(chunk: RowChunk): void;
  /** The process uses more memory than it may. */
  exceeded(): void;
  /** The process is gone; nothing follows. */
  ended(how: string): void;
}

/** The process of one session's engine, seen from our side of its pipes. */
export class HostProcess {
  /** Runs while a statement does. */
  readonly memory: MemoryWatch;
  private readonly child: ChildProcess;
  private readonly input: Writable;
  private readonly output: Readable;
  private readonly control: Writable;
  private readonly exit: Promise<void>;
  private hasEnded = false;
  private readonly head = Buffer.allocUnsafe(HEADER_BYTES);
  private body: Buffer = NO_BYTES;
  /** Of rows that nobody reads any more. */
  private spare: Buffer | null = null;
  /** Bytes of the frame that have come, header included. */
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
      // Secrets of the worker are in its environment. The zone of the machine must not change values.
      env: { TZ: 'UTC' },
      // Pipes of our own: what a library prints must not stand between the rows.
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    // Node's types know five.
    const [, , , input, output, control]: readonly unknown[] = this.child.stdio;
    this.input = input as Writable;
    this.output = output as Readable;
    this.control = control as Writable;
    // A pipe to a process that has just gone: its end is told once, by `close`.
    for (const pipe of [this.input, this.output, this.control]) pipe.on('error', () => undefined);
    this.output.on('data', (bytes: Buffer) => {
      this.read(bytes);
    });
    this.memory = new MemoryWatch(this.child.pid, bounds.memoryMb, () => {
      this.listener.exceeded();
    });
    this.exit = this.exited();
  }

  /** Gone, or told to go. */
  get closed(): boolean {
    return this.hasEnded || this.child.killed;
  }

  send(command: Command): void {
    this.input.write(commandFrame(command));
  }

  /** Asks for the end of the request of this number; any other is left alone. */
  cancel(number: number): void {
    this.control.write(`${String(number)}\n`);
  }

  /** Reads no more, until {@link release}: the engine then waits for its pipe. */
  hold(): void {
    this.output.pause();
  }

  release(): void {
    this.output.resume();
  }

  /** Ends the process at once, whatever it does. */
  kill(): void {
    this.child.kill('SIGKILL');
    this.release();
  }

  /** Lets an idle engine close its files; resolves when the process is gone. */
  async end(): Promise<void> {
    const late = setTimeout(() => {
      this.kill();
    }, END_MS);
    this.input.end();
    this.release();
    await this.exit;
    clearTimeout(late);
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
      // After all that it wrote has been read.
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
        this.body = this.room(this.head.readUInt32LE(1));
      }
      const wanted = this.body.length + HEADER_BYTES - this.got;
      const count = Math.min(wanted, bytes.length - at);
      bytes.copy(this.body, this.got - HEADER_BYTES, at, at + count);
      at += count;
      this.got += count;
      if (count === wanted) this.frame();
    }
    giveBack(bytes);
  }

  /** For a frame's body: the receiver of rows keeps it until it gives it back. */
  private room(bytes: number): Buffer {
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
 * Frees what a read has allocated, which is copied by now: the garbage collector comes for memory outside of its heap
 * when there are 64 MiB of it. Small reads share their memory with others.
 */
function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && length === buffer.byteLength) buffer.transfer(0);
}
