import { Readable } from 'node:stream';
import { snapshotJson, type Snapshot } from './snapshots.js';
import type { BatchWatch, Watcher } from './watch.js';

/** Options of {@link streamBatchEvents}. */
export interface BatchEventsOptions {
  watch: Pick<BatchWatch, 'open'>;
  batchId: string;
  /** Reads the current batch. Errors become the response. */
  readFirst(): Promise<Snapshot>;
  /** Returns a batch as the client may see it. */
  present(snapshot: Snapshot): Snapshot;
  /** The version that a reconnecting client already has. */
  lastEventId: string | undefined;
  /** Aborted when the client loses access: the stream ends without sending the pending event. */
  signal: AbortSignal;
  /**
   * Interval of the comments that keep idle proxies from closing the stream, in milliseconds; 15 s
   * by default.
   */
  heartbeatMs?: number | undefined;
  /**
   * Maximum duration of a stream in milliseconds, so that a client that lost access cannot stay; 5
   * min by default.
   */
  maxDurationMs?: number | undefined;
}

/**
 * Streams a batch as server-sent events: its current state, then each change, until it is final.
 * Returns null when the client already has the final state; the response then tells it not to
 * reconnect.
 *
 * @throws AppError 503 when too many clients wait, and whatever `readFirst` throws
 */
export async function streamBatchEvents(options: BatchEventsOptions): Promise<Readable | null> {
  const versionOfClient = versionIn(options.lastEventId);
  const stream = new EventStream(versionOfClient, options.present);
  // Watch first, then read: otherwise a change in between would be noticed a second late.
  const watcher = options.watch.open(options.batchId, {
    onSnapshot: (snapshot) => stream.offer(snapshot),
    onClose: () => stream.end(),
  });
  try {
    const first = await options.readFirst();
    // Compare with the client's version, not the stream's: the stream may already have sent the
    // end.
    if (first.isFinal && first.version <= versionOfClient) {
      watcher.close();
      return null;
    }
    stream.offer(first);
    watcher.markSeen(first.version);
  } catch (error) {
    watcher.close();
    throw error;
  }
  keepAlive(stream, watcher, options);
  return stream;
}

/** Returns 0, which is older than every version, for a missing or foreign event id. */
const versionIn = (lastEventId: string | undefined): number =>
  /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0;

function keepAlive(
  stream: EventStream,
  watcher: Watcher,
  { signal, heartbeatMs = 15_000, maxDurationMs = 300_000 }: BatchEventsOptions,
): void {
  const cut = () => stream.cut();
  signal.addEventListener('abort', cut);
  if (signal.aborted) cut();
  const heartbeat = setInterval(() => stream.beat(), heartbeatMs).unref();
  const end = setTimeout(() => stream.end(), maxDurationMs).unref();
  stream.once('close', () => {
    clearInterval(heartbeat);
    clearTimeout(end);
    signal.removeEventListener('abort', cut);
    watcher.close();
  });
}

/** Keeps at most one pending state for a slow reader: the newest. */
class EventStream extends Readable {
  #version: number;
  #next: Snapshot | null = null;
  #isWanted = false;
  #isOver = false;
  #isEnded = false;

  constructor(
    versionOfClient: number,
    readonly present: (snapshot: Snapshot) => Snapshot,
  ) {
    super({ highWaterMark: 0 });
    this.#version = versionOfClient;
  }

  /** Sends a state that the client does not have; null: the batch was deleted. */
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

  /** Sends a keep-alive comment if the reader has consumed everything. */
  beat(): void {
    if (!this.#isWanted || this.#isOver) return;
    this.#isWanted = false;
    this.push(': still here\n\n');
  }

  /** Ends the stream after the pending event. */
  end(): void {
    this.#isOver = true;
    this.#flush();
  }

  /** Ends the stream without the pending event. */
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
      this.push(
        `id: ${snapshot.version}\nevent: batch\ndata: ${snapshotJson(this.present(snapshot))}\n\n`,
      );
    } else if (this.#isOver && !this.#isEnded) {
      this.#isEnded = true;
      this.push(null);
    }
  }
}
