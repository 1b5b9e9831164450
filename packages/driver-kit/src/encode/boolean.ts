import type { JsonWriter } from './json-writer.js';
import type { Source } from './source.js';
import { text } from './text.js';

/** `true` and `fals` as little-endian words. */
const TRUE = 0x65757274;
const FALS = 0x736c6166;

/** Writes `t` and `f` as JSON booleans; anything else as a string. */
export function boolean(o: JsonWriter, src: Source, at: number, len: number, column: number): void {
  const byte = len === 1 ? src.bytes[at] : 0;
  o.need(6);
  if (byte === 0x74) {
    o.view.setInt32(o.pos, TRUE, true);
    o.pos += 4;
    o.statistics.length(column, 4, 4);
  } else if (byte === 0x66) {
    o.view.setInt32(o.pos, FALS, true);
    o.bytes[o.pos + 4] = 0x65;
    o.pos += 5;
    o.statistics.length(column, 5, 5);
  } else text(o, src, at, len, column);
}
