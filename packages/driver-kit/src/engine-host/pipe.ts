import { readSync, writeSync } from 'node:fs';
import type { RowChunk } from '../contract/driver.js';
import { ANSWER, header, ROWS, type Answer, type Command } from '../local/frames.js';

// Blocking on purpose: an engine whose rows nobody takes has to wait, and this process has nothing
// else to do. No stream of Node's may ever be made of these two: it would unblock them.
const INPUT = 3;
const OUTPUT = 4;

/** Waits for the next command; null when the session is over. */
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

/** Writes an answer. */
export function sendAnswer(answer: Answer): void {
  const body = Buffer.from(JSON.stringify(answer));
  write(header(ANSWER, body.length));
  write(body);
}

/** Writes rows; returns when the other side has taken most of them. */
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
