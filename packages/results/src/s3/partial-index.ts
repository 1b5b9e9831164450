import { damaged } from '../errors.js';

/** The readable part of a result that is being written. */
export interface PartialIndex {
  attempt: string;
  /** Bytes before this offset are in segments, later ones in pieces. */
  sealed: number;
  /** Readable bytes. */
  end: number;
  /** A page index in the format of finished results. */
  rows: Buffer;
}

const attemptBytes = 16;
const preludeBytes = 32;

/** `attempt` (16 bytes), `sealed` and `end` (u64, little endian), then the page index. */
export const encodePartialIndex = (
  { attempt, sealed, end }: Omit<PartialIndex, 'rows'>,
  rows: readonly Buffer[],
): Buffer => {
  const prelude = Buffer.alloc(preludeBytes);
  prelude.write(attempt, 'hex');
  prelude.writeBigUInt64LE(BigInt(sealed), attemptBytes);
  prelude.writeBigUInt64LE(BigInt(end), attemptBytes + 8);
  return Buffer.concat([prelude, ...rows]);
};

/** @throws {ResultsError} `results_damaged` */
export const decodePartialIndex = (bytes: Buffer, name: string): PartialIndex => {
  if (bytes.length < preludeBytes) throw damaged(name, 'has a page index that is not ours');
  return {
    attempt: bytes.toString('hex', 0, attemptBytes),
    sealed: Number(bytes.readBigUInt64LE(attemptBytes)),
    end: Number(bytes.readBigUInt64LE(attemptBytes + 8)),
    rows: bytes.subarray(preludeBytes),
  };
};
