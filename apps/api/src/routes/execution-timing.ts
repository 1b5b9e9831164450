import type { FastifyReply } from 'fastify';

/** Times that are no settings; for tests that cannot wait as long as clients do. */
export interface ExecutionTiming {
  /** A reader that takes nothing for so long is cut off; 30 s. */
  stalledReaderMs?: number;
  /** Between two looks at the versions of all watched batches; 1 s. */
  watchIntervalMs?: number;
  /** Between two comments in an event stream; 15 s. */
  heartbeatMs?: number;
  /** The life of an event stream; 5 min. */
  longestEventsMs?: number;
}

/** Ends a connection that has taken nothing for a while, and with it the open file. */
export function cutStalledReader(
  { raw }: Pick<FastifyReply, 'raw'>,
  { stalledReaderMs = 30_000 }: ExecutionTiming,
): void {
  raw.setTimeout(stalledReaderMs, () => {
    raw.destroy();
  });
}
