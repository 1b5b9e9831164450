import { Readable } from 'node:stream';
import { snapshotJson, type Snapshot } from './snapshots.js';
import type { BatchWatch, Watcher } from './watch.js';

/** Options of {@link streamBatchEvents}. */
export interface BatchEventsOptions {
  watch: Pick<BatchWatch, 'open'>;
  batchId: string;
  /** Reads and checks the batch as it is now; what it throws is what the client is told. */
  readFirst(): Promise<Snapshot>;
  /** The version that a client that comes back has already. */
  lastEventId: string | undefined;
  /** Aborted when the client may see no more: the stream ends, and what is held back is not sent. */
  signal: AbortSignal;
  /** Between two comments that keep idle proxies from closing the stream. */
  heartbeatMs?: number | undefined;
  /** After it the stream ends, so that whoever lost the right to see it cannot stay. */
  longestMs?: number | undefined;
}

/**
 * A batch as server-sent events: its state now and at each change, until it is final. Null when the
 * client has the final state already, which tells it not to come back.
 *
 * @throws AppError 503 when too many clients wait, and what `readFirst` throws.
 */
export async function streamBatchEvents(options: BatchEventsOptions): Promise<Readable | null> {
  const versionOfClient = versionIn(options.lastEventId);
  const stream = new EventStream(versionOfClient);
  // Watched before it is read: a change in between would be noticed a second late.
  const watcher = options.watch.open(options.batchId, {
    onSnapshot: (snapshot) => stream.offer(snapshot),
    onClose: () => stream.end(),
  });
  try {
    const first = await options.readFirst();
    // Not what the stream has by now: the end may be in it already, on its way to the client.
    if (first.isFinal && first.version <= versionOfClient) {
      watcher.close();
      return null;
    }
    stream.offer(first);
    watcher.saw(first.version);
  } catch (error) {
    watcher.close();
    throw error;
  }
  keepAlive(stream, watcher, options);
  return stream;
}

/** 0, which every version is newer than, for no id and for one that is not ours. */
const versionIn = (lastEventId: string | undefined): number =>
  /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0;

function keepAlive(
  stream: EventStream,
  watcher: Watcher,
  { signal, heartbeatMs = 15_000, longestMs = 300_000 }: BatchEventsOptions,
): void {
  const cut = () => stream.cut();
  signal.addEventListener('abort', cut);
  if (signal.aborted) cut();
  const heartbeat = setInterval(() => stream.beat(), heartbeatMs).unref();
  const end = setTimeout(() => stream.end(), longestMs).unref();
  stream.once('close', () => {
    clearInterval(heartbeat);
    clearTimeout(end);
    signal.removeEventListener('abort', cut);
    watcher.close();
  });
}

/** Holds at most one state back for a slow reader: the newest. */
class EventStream extends Readable {
  #version: number;
  #next: Snapshot | null = null;
  #isWanted = false;
  #isOver = false;
  #isEnded = false;

  constructor(versionOfClient: number) {
    super({ highWaterMark: 0 });
    this.#version = versionOfClient;
  }

  /** Sends a state that the client has not; null when there is no batch any more. */
  offer(snapshot: Snapshot | null): void {
    if (snapshot === null) {
      this.end();
      return;
    }
    if (snapshot.version > this.#version) {
      this.#version = snapshot.version;
      this.#next = snapshot;
    }
    if (snapshot.isFinal) this.#isOver = true;
    this.#flush();
  }

  /** A comment, when the reader keeps up. */
  beat(): void {
    if (!this.#isWanted || this.#isOver) return;
    this.#isWanted = false;
    this.push(': still here\n\n');
  }

  /** Ends the stream behind what is held back. */
  end(): void {
    this.#isOver = true;
    this.#flush();
  }

  /** Ends the stream before what is held back. */
  cut(): void {
    this.#next = null;
    this.#isOver = true;
    this.#isWanted = true;
    this.#flush();
  }

  override _read(): void {
    this.#isWanted = true;
    this.#flush();
  }

  #flush(): void {
    if (!this.#isWanted || this.destroyed) return;
    const snapshot = this.#next;
    if (snapshot !== null) {
      this.#next = null;
      this.#isWanted = false;
      this.push(`id: ${snapshot.version}\nevent: batch\ndata: ${snapshotJson(snapshot)}\n\n`);
    } else if (this.#isOver && !this.#isEnded) {
      this.#isEnded = true;
      this.push(null);
    }
  }
}
