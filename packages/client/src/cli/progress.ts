import type { Batch } from '../operations.js';

/** The line on the terminal that says how far a batch is. */
export interface Progress {
  show(batch: Batch): void;
  /** Shows any text in its place until the next state. */
  say(text: string): void;
  /** Takes the line away: something else is about to be written. */
  clear(): void;
}

/** Shows nothing where standard error is no terminal. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { show: () => undefined, say: () => undefined, clear: () => undefined };
  let isShown = false;
  const say = (text: string): void => {
    // A terminal without a size, such as a pseudo-terminal of a script, has 0 columns.
    const shown = stream.columns > 0 ? text.slice(0, stream.columns - 1) : text;
    stream.write(`\r\x1b[K${shown}`);
    isShown = true;
  };
  return {
    say,
    show: (batch) => say(progressText(batch)),
    clear: () => {
      if (isShown) stream.write('\r\x1b[K');
      isShown = false;
    },
  };
}

/** Where a batch stands, in a few words. */
export function progressText({ statements, status, queuePosition, waitReason }: Batch): string {
  if (status !== 'started') return status;
  const running = statements.find((statement) => statement.status === 'started');
  if (running === undefined) {
    const place = queuePosition === null ? '' : `, number ${queuePosition} in the queue`;
    return `waiting${place}${waitReason === null ? '' : ` (${waitReason})`}`;
  }
  const rows = running.rowCount === null ? '' : `, ${running.rowCount.toLocaleString('en')} rows`;
  return `running statement ${running.sequence} of ${statements.length}${rows}`;
}
