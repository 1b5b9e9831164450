import type { Writable } from 'node:stream';

/** The reader of the output closed it, such as `head` after its lines. */
export class OutputClosedError extends Error {
  override name = 'OutputClosedError';
}

/** The destination of results. */
export interface Output {
  /** Resolves when the reader has accepted the text. @throws OutputClosedError */
  write(text: string): Promise<void>;
}

/** Writes to a stream; `onClosed` is called once when its reader has closed it. */
export function createOutput(
  stream: Writable,
  onClosed: (error: OutputClosedError) => void,
): Output {
  let closed: OutputClosedError | undefined;
  const close = (cause: unknown): OutputClosedError => {
    if (closed === undefined) {
      closed = new OutputClosedError('The output was closed', { cause });
      onClosed(closed);
    }
    return closed;
  };
  let fault: Error | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') close(error);
    else fault = error;
  });
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        const refuse = (error: NodeJS.ErrnoException): void =>
          reject(error.code === 'EPIPE' ? close(error) : error);
        if (closed !== undefined || fault !== undefined) {
          reject(closed ?? (fault as Error));
          return;
        }
        stream.write(text, (error) => (error == null ? resolve() : refuse(error)));
      }),
  };
}
