import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const command = (script: string, args: readonly string[]): string[] => [
  process.execPath,
  // A larger young generation would hold tens of megabytes of garbage and hide the measured growth.
  '--max-semi-space-size=4',
  '--expose-gc',
  '--import',
  import.meta.resolve('tsx'),
  fileURLToPath(new URL(script, import.meta.url)),
  ...args,
];

/** Starts a script of this folder, as the argument of another command if one is given (`prlimit …`). */
export const startScript = (
  script: string,
  args: readonly string[],
  under: readonly string[] = [],
): ChildProcess => {
  const [program = '', ...rest] = [...under, ...command(script, args)];
  return spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
};

/** Waits for a script to exit and parses its output. @throws if it fails. */
export const outcomeOf = async (child: ChildProcess): Promise<Record<string, unknown>> => {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The script exited with ${String(code)}: ${text}`);
  const outcome: unknown = JSON.parse(text);
  if (typeof outcome !== 'object' || outcome === null) throw new Error(`Not an object: ${text}`);
  return { ...outcome };
};
