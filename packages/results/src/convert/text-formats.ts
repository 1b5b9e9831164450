import type { Readable } from 'node:stream';
import type { ConvertedColumn } from './columns.js';
import { ConvertedStream, type Wanted } from './converted-stream.js';
import { Converter, sliceBytes } from './converter.js';
import { CsvSink, type CsvOptions } from './csv.js';
import { ObjectSink, type ObjectLayout } from './objects.js';
import { Output } from './output.js';
import type { SliceQueue } from './slice-queue.js';

/** A format whose bytes depend on the rows alone, so that any part of it can be produced again. */
export type TextFormat = ({ format: 'csv' } & CsvOptions) | { format: ObjectLayout };

/** Input and format of a conversion. */
export interface TextConversion {
  columns: readonly ConvertedColumn[];
  as: TextFormat;
  slices: SliceQueue;
  /** Path of the result, for errors. */
  name: string;
}

/** A position where a conversion can start: a row and its offset in the output. */
export interface Checkpoint {
  row: number;
  offset: number;
}

/** Length of a converted result, and the positions where it can be entered. */
export interface Measured {
  bytes: number;
  /** Ascending; the first is row 0. */
  checkpoints: readonly Checkpoint[];
}

/** The whole result, from the first row. */
const whole = { firstRow: 0, skip: 0, length: Infinity };

/**
 * Converts rows to text. `source` contains the rows from `firstRow` on as a JSON array. `skip` bytes of the output are
 * dropped and `length` bytes returned. The consumer must be done with a part when it requests the next but one: its
 * memory is reused. The stream ends in error (`results_damaged`) when the source does not contain rows.
 */
export const convertToText = (
  source: Readable,
  conversion: TextConversion,
  { firstRow, ...wanted }: Wanted & { firstRow: number } = whole,
): Readable =>
  new ConvertedStream(converterOf(source, conversion, firstRow), wanted, { memory: 'reused' });

/**
 * Converts a whole result to measure its length and discards the output.
 * @throws {ResultsError} `results_damaged`
 */
export async function measureText(
  source: Readable,
  conversion: TextConversion,
  checkpointBytes: number,
): Promise<Measured> {
  const converter = converterOf(source, conversion, 0);
  const checkpoints: Checkpoint[] = [{ row: 0, offset: 0 }];
  try {
    let nextOffset = checkpointBytes;
    for (;;) {
      const isMore = await converter.step();
      const { lastRow, out } = converter;
      if (lastRow.row > 0 && lastRow.offset >= nextOffset) {
        checkpoints.push(lastRow);
        nextOffset = lastRow.offset + checkpointBytes;
      }
      out.drop();
      if (!isMore) return { bytes: out.taken, checkpoints };
    }
  } finally {
    converter.close();
  }
}

function converterOf(
  source: Readable,
  { columns, as, slices, name }: TextConversion,
  firstRow: number,
): Converter {
  const out = new Output(sliceBytes);
  const sink =
    as.format === 'csv' ? new CsvSink(out, columns, as) : new ObjectSink(out, columns, as.format);
  if (firstRow === 0) sink.begin();
  return new Converter({ source, sink, slices, name, firstRow });
}
