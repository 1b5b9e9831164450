import type { ChildOutput } from './child-output.js';
import type { ChildSpec, SuperviseOptions } from './child-spec.js';
import { openLogFile, readLogTail } from './log-file.js';
import { passedOutput } from './passed-output.js';
import { shownOutput } from './shown-output.js';

/** Lines of a log file that explain a start that failed. */
const tailLines = 10;

/** Opens the output that `spec` asks for. */
export async function openChildOutput(
  { name, output }: Pick<ChildSpec, 'name' | 'output'>,
  { logFolder, show }: SuperviseOptions,
): Promise<ChildOutput> {
  if (output === 'passed') return passedOutput();
  if (logFolder === undefined) throw new Error(`${name} has no folder for its log`);
  const file = await openLogFile(logFolder, name);
  if (output === 'shown') return shownOutput(name, file, show);
  return {
    stdio: [file.fd, file.fd],
    follow: () => undefined,
    lastWords: () => '',
    showHeld: () => undefined,
    takeHeld: () => readLogTail(logFolder, name, tailLines),
    close: () => file.close(),
  };
}
