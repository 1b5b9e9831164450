import { createInterface } from 'node:readline';
import type { FileHandle } from 'node:fs/promises';
import type { ChildOutput } from './child-output.js';
import { readableLine } from './readable-line.js';

/** Readable lines of a starting child that are kept for its failure message. */
const HELD_LINES = 40;

/**
 * Writes every line of a child to its file and shows the important ones to the user. Lines are held back
 * until the child is ready: when two children fail for the same reason, such as a wrong setting, the user
 * reads it once, in the failure.
 */
export function shownOutput(
  name: string,
  file: FileHandle,
  show: (line: string) => void,
): ChildOutput {
  const log = file.createWriteStream({ autoClose: true });
  // A full disk must not stop the service because of its log.
  log.on('error', () => undefined);
  let held: string[] | undefined = [];
  const takeLine = (line: string) => {
    log.write(`${line}\n`);
    const readable = readableLine(name, line);
    if (readable === undefined) return;
    if (held === undefined) show(readable);
    else held = [...held, readable].slice(-HELD_LINES);
  };
  const takeHeld = () => {
    const lines = held ?? [];
    held = [];
    return lines;
  };
  return {
    stdio: ['pipe', 'pipe'],
    follow: ({ stdout, stderr }) => {
      for (const stream of [stdout, stderr]) {
        if (stream !== null) createInterface({ input: stream }).on('line', takeLine);
      }
    },
    lastWords: () => '',
    takeHeld: () => Promise.resolve(takeHeld()),
    showHeld: () => {
      takeHeld().forEach(show);
      held = undefined;
    },
    close: () =>
      new Promise((resolve) => {
        log.end(resolve);
      }),
  };
}
