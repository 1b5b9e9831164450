import type { ChildOutput } from './child-output.js';

/** Enough for what a crash reports: a stack, or V8's message about its heap. */
const KEPT_CHARACTERS = 16_384;

/**
 * Passes standard output through without reading it, so that a busy log costs this process nothing. Reads
 * standard error, which is short, because its end tells why a process crashed.
 */
export function passedOutput(): ChildOutput {
  let words = '';
  return {
    stdio: ['inherit', 'pipe'],
    follow: (child) => {
      words = '';
      child.stderr?.on('data', (data: Buffer) => {
        words = (words + data.toString('utf8')).slice(-KEPT_CHARACTERS);
        process.stderr.write(data);
      });
    },
    lastWords: () => words,
    showHeld: () => undefined,
    takeHeld: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
}
