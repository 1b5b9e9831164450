import { readSync, writeSync } from 'node:fs';
import type { RowChunk } from '../contract/driver.js';
import { ANSWER, header, ROWS, type Answer, type Command } from '../local/frames.js';

// Blocking I/O on purpose: the engine has to wait while its rows are not read, and this process does nothing
// else. Never create a Node stream from these descriptors: it would make them non-blocking.
const INPUT = 3;
const OUTPUT = 4;

/** Blocks until the next command; null when the session has ended. */
export function nextCommand(): Command | null {
  const length = read(4)?.readUInt32LE();
  const body = length === undefined ? null : read(length);
  return body && (JSON.parse(body.toString('utf8')) as Command);
}

function read(length: number): Buffer | null {
  const bytes = Buffer.allocUnsafe(length);
  for (let got = 0; got < length;) {
    const count = readSync(INPUT, bytes, got, length - got, null);
    if (count === 0) return null;
    got += count;
  }
  return bytes;
}

/** Writes a response. */
export function sendAnswer(answer: Answer): void {
  const body = Buffer.from(JSON.stringify(answer));
  write(header(ANSWER, body.length));
  write(body);
}

/** Writes rows; blocks until the parent has read most of them. */
export function sendRows({ rowCount, json }: RowChunk): void {
  const count = Buffer.allocUnsafe(4);
  count.writeUInt32LE(rowCount);
  write(header(ROWS, json.length + 4));
  write(count);
  write(json);
}

function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(OUTPUT, bytes, at, bytes.length - at);
}
