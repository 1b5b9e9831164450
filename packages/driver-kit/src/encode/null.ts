import type { JsonWriter } from './json-writer.js';

const NULL = 0x6c6c756e;

/** Writes null. */
export function writeNull(o: JsonWriter): void {
  o.need(5);
  o.view.setInt32(o.pos, NULL, true);
  o.pos += 4;
}
