import type { Readable } from 'node:stream';
import type { ConvertedColumn } from './columns.js';
import { ConvertedStream, type Wanted } from './converted-stream.js';
import { Converter, sliceBytes } from './converter.js';
import { CsvSink, type CsvOptions } from './csv.js';
import { ObjectSink, type ObjectLayout } from './objects.js';
import { Output } from './output.js';
import type { Turns } from './turns.js';

/** A format whose bytes depend on the rows alone, so that any part of it can be made again. */
export type TextFormat = ({ format: 'csv' } & CsvOptions) | { format: ObjectLayout };

/** What is converted, and into what. */
export interface TextConversion {
  columns: readonly ConvertedColumn[];
  as: TextFormat;
  turns: Turns;
  /** Path of the result, for errors. */
  name: string;
}

/** A place where a conversion can begin: a row, and where it begins in what comes out. */
export interface Checkpoint {
  row: number;
  offset: number;
}

/** How long a converted result is, and where it can be entered. */
export interface Measured {
  bytes: number;
  /** Rising; the first is row 0. */
  checkpoints: readonly Checkpoint[];
}

/** From the first row on, all of it. */
const whole = { firstRow: 0, skip: 0, length: Infinity };

/**
 * Rows as text. `source` holds the rows from `firstRow` on, as a JSON array; of what comes out `skip`
 * bytes are left out and `length` are given.
 * What reads the stream must be done with a part when it asks for the next but one: its memory is used
 * again. The stream ends in error (`results_damaged`) where the source does not hold rows.
 */
export const convertToText = (
  source: Readable,
  conversion: TextConversion,
  { firstRow, ...wanted }: Wanted & { firstRow: number } = whole,
): Readable =>
  new ConvertedStream(converterOf(source, conversion, firstRow), wanted, { memory: 'reused' });

/**
 * Converts a whole result to see how long it gets, and keeps none of it.
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
  { columns, as, turns, name }: TextConversion,
  firstRow: number,
): Converter {
  const out = new Output(sliceBytes);
  const sink =
    as.format === 'csv' ? new CsvSink(out, columns, as) : new ObjectSink(out, columns, as.format);
  if (firstRow === 0) sink.begin();
  return new Converter({ source, sink, turns, name, firstRow });
}
