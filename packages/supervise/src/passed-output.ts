import type { ChildOutput } from './child-output.js';

/** What a crash says of itself (a stack, V8's words about its heap) fits. */
const keptCharacters = 16_384;

/**
 * Standard output is ours, so that a busy log costs us nothing; standard error is little, and its end
 * tells why a process crashed.
 */
export function passedOutput(): ChildOutput {
  let words = '';
  return {
    stdio: ['inherit', 'pipe'],
    follow: (child) => {
      words = '';
      child.stderr?.on('data', (data: Buffer) => {
        words = (words + data.toString('utf8')).slice(-keptCharacters);
        process.stderr.write(data);
      });
    },
    lastWords: () => words,
    showHeld: () => undefined,
    takeHeld: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
}
