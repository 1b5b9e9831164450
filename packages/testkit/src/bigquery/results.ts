import type { WireJob } from './jobs.js';
import { jobReference } from './resources.js';
import type { TimestampFormat } from './timestamps.js';

/** The part of a result that a request asks for. */
export interface PageOptions {
  kind: 'bigquery#queryResponse' | 'bigquery#getQueryResultsResponse';
  /** Index of the first row. */
  start: number;
  maxRows: number;
  format: TimestampFormat;
}

/** Waits until a job is done, or for its time. */
export async function untilDone(job: WireJob, waitMs: number): Promise<void> {
  if (job.isDone) return;
  job.looks++;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs);
  });
  await Promise.race([job.done, late]);
  clearTimeout(timer);
}

/** Returns the body of a page of a finished job. */
export function resultPage(
  project: string,
  job: WireJob,
  { kind, start, maxRows, format }: PageOptions,
): Iterable<string> {
  const { result, affectedRows, bytesProcessed = 0 } = job.behaviour;
  const count = result?.count ?? 0;
  const end = Math.min(start + maxRows, count);
  const head = JSON.stringify({
    kind,
    ...(result && { schema: { fields: result.fields } }),
    jobReference: jobReference(project, job),
    // Also 0 for a statement without rows.
    totalRows: String(count),
    ...(end < count && { pageToken: String(end) }),
    ...(affectedRows !== undefined && { numDmlAffectedRows: String(affectedRows) }),
    ...(job.sessionId !== null && { sessionInfo: { sessionId: job.sessionId } }),
    totalBytesProcessed: String(bytesProcessed),
  });
  return page(head, start, end, (index) => result?.row(index, format) ?? '');
}

const PIECE_BYTES = 32 * 1024;

/** Yields a response with rows in its middle. */
function* page(
  head: string,
  start: number,
  end: number,
  row: (index: number) => string | Iterable<string>,
): Generator<string> {
  let piece = head.slice(0, -1);
  for (let index = start; index < end; index++) {
    piece += index === start ? ',"rows":[' : ',';
    const one = row(index);
    if (typeof one === 'string') piece += one;
    else {
      yield piece;
      piece = '';
      yield* one;
    }
    if (piece.length >= PIECE_BYTES) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}${end > start ? ']' : ''},"jobComplete":true,"cacheHit":false}`;
}
