import { copyPlain } from './copy.js';
import type { JsonWriter } from './json-writer.js';
import type { Source } from './source.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;

/** Classes of UTF-8 bytes in a JSON string. */
const CLEAN = 0;
const ESCAPED = 1;
const CONTINUED = 2;
const LEADING = 3;

/** Class of each byte. */
const byteClasses = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) return ESCAPED;
  if (byte < 0x80) return CLEAN;
  return byte < 0xc0 ? CONTINUED : LEADING;
});

const escapes = Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(JSON.stringify(String.fromCharCode(byte)).slice(1, -1)),
);

/** Size in bytes up to which the worst case (six bytes for one) is reserved without counting. */
const SMALL = 4096;

/** Writes a value as a JSON string. Copies plain text, otherwise uses {@link writeEscaped}. */
export function text(o: JsonWriter, src: Source, at: number, len: number, column: number): void {
  o.need(len + 3);
  const p = o.pos;
  o.bytes[p] = QUOTE;
  if (!copyPlain(src, at, len, o.view, p + 1)) {
    writeEscaped(o, src.bytes, at, at + len, column);
    return;
  }
  o.bytes[p + len + 1] = QUOTE;
  o.pos = p + len + 2;
  o.statistics.length(column, len, len);
}

/** Writes byte by byte, with escapes and multi-byte characters. */
function writeEscaped(o: JsonWriter, src: Buffer, at: number, end: number, column: number): void {
  o.need(reservedBytes(src, at, end));
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

/**
 * Returns the bytes to reserve for a string, its quotes and a comma. Escapes of a large value are counted
 * first.
 */
function reservedBytes(src: Buffer, from: number, end: number): number {
  const rest = end - from;
  if (rest <= SMALL) return rest * 6 + 3;
  let size = rest + 3;
  for (let i = from; i < end; i++) {
    const byte = src[i] as number;
    if (byteClasses[byte] === ESCAPED) size += (escapes[byte] as Buffer).length - 1;
  }
  return size;
}
