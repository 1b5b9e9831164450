import { PassThrough } from 'node:stream';
// The bundle: loading the two thousand modules of the API takes twice the time.
import { createLogger } from '@sluice/api/bundled';

/** Creates the log of a service that runs in the process of the test. `output` returns its lines so far. */
export function createMemoryLog(level: Parameters<typeof createLogger>[0]): {
  log: ReturnType<typeof createLogger>;
  output: () => string;
} {
  const lines: string[] = [];
  const sink = new PassThrough();
  sink.on('data', (line: Buffer) => lines.push(line.toString()));
  return { log: createLogger(level, sink), output: () => lines.join('') };
}
