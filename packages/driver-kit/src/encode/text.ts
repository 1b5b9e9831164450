import { copyPlain } from './copy.js';
import type { Output } from './output.js';
import type { Source } from './source.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;

/** What a byte of UTF-8 means to JSON text. */
const CLEAN = 0;
const ESCAPED = 1;
const CONTINUED = 2;
const LEADING = 3;

/** {@link CLEAN} and its siblings by byte. */
const byteClasses = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) return ESCAPED;
  if (byte < 0x80) return CLEAN;
  return byte < 0xc0 ? CONTINUED : LEADING;
});

const escapes = Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(JSON.stringify(String.fromCharCode(byte)).slice(1, -1)),
);

/** Bytes up to which the worst case (six for one) is reserved without a look. */
const SMALL = 4096;

/** Writes a value as a JSON string. Copies when nothing needs care, else {@link careful}. */
export function text(o: Output, src: Source, at: number, len: number, column: number): void {
  o.need(len + 3);
  const p = o.pos;
  o.bytes[p] = QUOTE;
  if (!copyPlain(src, at, len, o.view, p + 1)) {
    careful(o, src.bytes, at, at + len, column);
    return;
  }
  o.bytes[p + len + 1] = QUOTE;
  o.pos = p + len + 2;
  o.statistics.length(column, len, len);
}

/** Byte by byte: escapes, and characters that are several bytes. */
function careful(o: Output, src: Buffer, at: number, end: number, column: number): void {
  o.need(roomFor(src, at, end));
  const out = o.bytes;
  let p = o.pos;
  out[p++] = QUOTE;
  let chars = 0;
  let line = 0;
  let longest = 0;
  for (let i = at; i < end; i++) {
    const byte = src[i] as number;
    const kind = byteClasses[byte] as number;
    if (kind === ESCAPED) {
      const escape = escapes[byte] as Buffer;
      for (let k = 0; k < escape.length; k++) out[p++] = escape[k] as number;
      chars++;
      if (byte === LINE_FEED) {
        if (line > longest) longest = line;
        line = 0;
      } else line++;
      continue;
    }
    out[p++] = byte;
    if (kind !== CONTINUED) {
      chars++;
      line++;
    }
    if (kind !== CLEAN) o.wide = true;
  }
  out[p++] = QUOTE;
  o.pos = p;
  o.statistics.length(column, chars, Math.max(longest, line));
}

/** Bytes to reserve for a string, its quotes and a comma. A large value is counted first. */
function roomFor(src: Buffer, from: number, end: number): number {
  const rest = end - from;
  if (rest <= SMALL) return rest * 6 + 3;
  let room = rest + 3;
  for (let i = from; i < end; i++) {
    const byte = src[i] as number;
    if (byteClasses[byte] === ESCAPED) room += (escapes[byte] as Buffer).length - 1;
  }
  return room;
}
