import type { Batch } from '../operations.js';

/** The progress line on the terminal. */
export interface Progress {
  show(batch: Batch): void;
  /** Shows a text until the next state arrives. */
  say(text: string): void;
  /** Clears the line before other output. */
  clear(): void;
}

/** Shows nothing if standard error is not a terminal. */
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

/** Describes the state of a batch in a few words. */
export function progressText({ statements, status, queuePosition, waitReason }: Batch): string {
  if (status !== 'started') return status;
  const running = statements.find((statement) => statement.status === 'started');
  if (running === undefined) {
    const place = queuePosition === null ? '' : `, position ${queuePosition} in the queue`;
    return `waiting${place}${waitReason === null ? '' : ` (${waitReason})`}`;
  }
  const rows = running.rowCount === null ? '' : `, ${running.rowCount.toLocaleString('en')} rows`;
  return `running statement ${running.sequence} of ${statements.length}${rows}`;
}
