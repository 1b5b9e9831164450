import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** A file that is removed already: its bytes exist while the stream is open. */
export interface WrittenFile {
  bytes: number;
  /** The caller must read it to its end or destroy it. */
  stream: Readable;
}

/** Opens a file and removes it. */
export async function openWrittenFile(path: string): Promise<WrittenFile> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  await rm(path);
  return { bytes: size, stream: file.createReadStream() };
}
