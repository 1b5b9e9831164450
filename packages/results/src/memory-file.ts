import type { ReadableFile } from './file-system.js';

/** A file whose bytes are in memory. */
export const memoryFile = (bytes: Buffer): ReadableFile => ({
  read: (buffer, offset, length, position) => {
    const part = bytes.subarray(position, position + length);
    buffer.set(part, offset);
    return Promise.resolve({ bytesRead: part.length });
  },
  close: () => Promise.resolve(),
});
