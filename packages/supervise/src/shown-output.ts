import { createInterface } from 'node:readline';
import type { FileHandle } from 'node:fs/promises';
import type { ChildOutput } from './child-output.js';
import { readableLine } from './readable-line.js';

/** How many readable lines of a child that is still starting are kept for its failure message. */
const heldLines = 40;

/**
 * Writes every line of a child to its file and shows a person those that matter. Until a child is ready
 * its lines are held back: when two children stop for the same reason, such as a wrong setting, the
 * person reads it once.
 */
export function shownOutput(
  name: string,
  file: FileHandle,
  show: (line: string) => void,
): ChildOutput {
  const log = file.createWriteStream({ autoClose: true });
  // A full disk must not take the service down with its own log.
  log.on('error', () => undefined);
  let held: string[] | undefined = [];
  const takeLine = (line: string) => {
    log.write(`${line}\n`);
    const readable = readableLine(name, line);
    if (readable === undefined) return;
    if (held === undefined) show(readable);
    else held = [...held, readable].slice(-heldLines);
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
