import { protocolError } from '@sluice/driver-kit/errors';
import { MessageReader, type FrameHandler } from './message-reader.js';
import { cString, Reply } from './protocol.js';

/**
 * Returns a check of what a server sends before the session is established. It must get each read before pg's parser
 * does: that searches for the end of an error or notice in all bytes that it has, and never stops when there is none.
 *
 * @throws DriverError on a protocol violation
 */
export function createStartupCheck(): (chunk: Buffer) => void {
  const reader = new MessageReader();
  const refuseRow = (): never => {
    throw protocolError('row before the session was established');
  };
  const handler: FrameHandler = {
    maxRowBytes: 0,
    row: refuseRow,
    announced: refuseRow,
    oversized: refuseRow,
    message: (type, bytes, at, end) => {
      if (type === Reply.error || type === Reply.notice) checkFields(bytes, at, end);
    },
  };
  return (chunk) => {
    reader.feed(chunk, () => handler);
  };
}

/** Checks that the body of an error or notice is a list of fields: type (1 byte) and text, then a zero byte. */
function checkFields(bytes: Buffer, at: number, end: number): void {
  let i = at;
  while (i < end && bytes[i] !== 0) i = cString(bytes, i + 1, end).next;
  if (i >= end) throw protocolError('error or notice without an end');
}
