import type { Output } from './output.js';
import { text } from './text.js';

const words = { true: Buffer.from('true'), false: Buffer.from('false') };

/** `t` and `f` as JSON booleans; anything else as text. */
export function boolean(o: Output, src: Buffer, at: number, len: number, column: number): void {
  const byte = len === 1 ? src[at] : undefined;
  if (byte !== 0x74 && byte !== 0x66) {
    text(o, src, at, len, column);
    return;
  }
  const word = byte === 0x74 ? words.true : words.false;
  o.need(6);
  for (let i = 0; i < word.length; i++) o.bytes[o.pos++] = word[i] as number;
  o.statistics.length(column, word.length, word.length);
}
