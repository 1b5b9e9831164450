import type { Output } from './output.js';
import type { Source } from './source.js';

const SPACE = 0x20;

/**
 * Copies a json value as it is. Control bytes become spaces: in JSON they can only stand between
 * tokens, and a line feed would break the one-row-a-line form of the result.
 */
export function json(o: Output, src: Source, at: number, len: number, column: number): void {
  o.need(len + 1);
  const bytes = src.bytes;
  const out = o.bytes;
  const end = at + len;
  let p = o.pos;
  let chars = 0;
  for (let i = at; i < end; i++) {
    const byte = bytes[i] as number;
    out[p++] = byte < SPACE ? SPACE : byte;
    if (byte < 0x80) chars++;
    else {
      o.wide = true;
      if (byte >= 0xc0) chars++;
    }
  }
  o.pos = p;
  o.statistics.length(column, chars, chars);
}
