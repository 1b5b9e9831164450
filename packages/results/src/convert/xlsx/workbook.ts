import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ConvertedColumn } from '../columns.js';
import { ConvertedStream } from '../converted-stream.js';
import { Converter, sliceBytes } from '../converter.js';
import { Output } from '../output.js';
import type { Turns } from '../turns.js';
import { sheetPath, workbookParts } from './parts.js';
import { SheetSink } from './sheet.js';
import { stylesXml } from './style.js';

/** Rows of a sheet below its row of names. */
export const rowsPerSheet = 1_048_575;
/** Columns of a sheet. */
export const columnsPerSheet = 16_384;

/** The fastest: compressing is most of the work, and XML shrinks well at every level. */
const compressionLevel = 1;

/** What is converted. */
export interface WorkbookConversion {
  columns: readonly ConvertedColumn[];
  /** The rows of each sheet, as JSON arrays; at least one. Closed here. */
  sheets: readonly Readable[];
  /** Rows of every sheet but the last. */
  sheetRows: number;
  /** The time that the parts of the file carry. */
  modifiedOn: Date;
  turns: Turns;
  /** Path of the result, for errors. */
  name: string;
}

/**
 * A result as an Excel workbook: typed cells under a row of names. Destroying the stream closes what it
 * reads from.
 */
export function convertToWorkbook(conversion: WorkbookConversion): Readable {
  const { sheets, sheetRows, modifiedOn: mtime } = conversion;
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  for (const [path, xml] of [...workbookParts(sheets.length), stylesPart]) {
    zip.addBuffer(Buffer.from(xml), path, { mtime });
  }
  sheets.forEach((source, at) => {
    // Made when its turn comes: until then it holds no memory.
    zip.addReadStreamLazy(sheetPath(at + 1), { mtime, compressionLevel }, (add) => {
      const sheet = convertSheet(conversion, source, at * sheetRows).once('error', fail);
      output.once('close', () => sheet.destroy());
      add(null, sheet);
    });
  });
  zip.end();
  zip.outputStream.pipe(output);
  output.once('close', () => {
    for (const source of sheets) source.destroy();
  });
  return output;
}

const stylesPart: [path: string, xml: string] = ['xl/styles.xml', stylesXml];

function convertSheet(
  { columns, turns, name }: WorkbookConversion,
  source: Readable,
  firstRow: number,
): Readable {
  const sink = new SheetSink(new Output(sliceBytes), columns, firstRow);
  sink.begin();
  const converter = new Converter({ source, sink, turns, name, firstRow });
  return new ConvertedStream(
    converter,
    { skip: 0, length: Infinity },
    // The archiver compresses behind our back.
    { memory: 'own' },
  );
}
