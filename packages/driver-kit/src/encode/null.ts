import type { Output } from './output.js';

const NULL = 0x6c6c756e;

/** Writes a null. */
export function writeNull(o: Output): void {
  o.need(5);
  o.view.setInt32(o.pos, NULL, true);
  o.pos += 4;
}
