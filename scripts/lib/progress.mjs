// One line for each step, with the time it took. On a terminal a last line shows what is under way;
// elsewhere (a log, CI) only whole lines are written.
import { styleText } from 'node:util';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 80;

/** @typedef {{ rename(text: string): void }} Step */

/**
 * @param {NodeJS.WriteStream} stream
 * @returns {{ step<T>(text: string, work: (step: Step) => Promise<T>): Promise<T>, note(text: string): void }}
 */
export function createProgress(stream = process.stdout) {
  const isTerminal = stream.isTTY === true && process.env.TERM !== 'dumb';
  const running = new Set();
  let timer;
  let frame = 0;

  const paint = (style, text) => (isTerminal ? styleText(style, text) : text);
  const clear = () => {
    if (isTerminal) stream.write('\r\x1b[K');
  };
  const draw = () => {
    if (!isTerminal || running.size === 0) return;
    const texts = [...running].map(({ text, startedAtMs }) => `${text}… ${seconds(startedAtMs)}`);
    const line = ` ${frames[frame++ % frames.length]} ${texts.join(', ')}`;
    stream.write(`\r\x1b[K${line.slice(0, (stream.columns ?? 80) - 1)}`);
  };
  const write = (text) => {
    clear();
    stream.write(`${text}\n`);
    draw();
  };
  const begin = (step) => {
    running.add(step);
    if (!isTerminal || timer !== undefined) return;
    // Kept from holding the process open: the work itself does that.
    timer = setInterval(draw, frameMs).unref();
  };
  const end = (step, mark) => {
    running.delete(step);
    write(` ${mark} ${step.text} ${paint('dim', `(${seconds(step.startedAtMs)})`)}`);
    if (running.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    async step(text, work) {
      const step = { text, startedAtMs: performance.now() };
      begin(step);
      try {
        const result = await work({ rename: (better) => (step.text = better) });
        end(step, paint('green', '✓'));
        return result;
      } catch (error) {
        end(step, paint('red', '✗'));
        throw error;
      }
    },
    note: write,
  };
}

const seconds = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
