import type { ChildOutput } from './child-output.js';
import type { ChildSpec, SuperviseOptions } from './child-spec.js';
import { openLogFile, readLogTail } from './log-file.js';
import { passedOutput } from './passed-output.js';
import { shownOutput } from './shown-output.js';

/** Lines of a log file in the message of a failed start. */
const TAIL_LINES = 10;

/** Opens the output that `spec` asks for. */
export async function openChildOutput(
  { name, output }: Pick<ChildSpec, 'name' | 'output'>,
  { logFolder, show }: SuperviseOptions,
): Promise<ChildOutput> {
  if (output === 'passed') return passedOutput();
  if (logFolder === undefined) throw new Error(`No log folder for ${name}`);
  const file = await openLogFile(logFolder, name);
  if (output === 'shown') return shownOutput(name, file, show);
  return {
    stdio: [file.fd, file.fd],
    follow: () => undefined,
    lastWords: () => '',
    showHeld: () => undefined,
    takeHeld: () => readLogTail(logFolder, name, TAIL_LINES),
    close: () => file.close(),
  };
}
