import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ConvertedColumn } from '../columns.js';
import { ConvertedStream } from '../converted-stream.js';
import { Converter, sliceBytes } from '../converter.js';
import { Output } from '../output.js';
import type { SliceQueue } from '../slice-queue.js';
import { sheetPath, workbookParts } from './parts.js';
import { SheetSink } from './sheet.js';
import { stylesXml } from './style.js';

/** Maximum rows of a sheet below its row of names. */
export const rowsPerSheet = 1_048_575;
/** Maximum columns of a sheet. */
export const columnsPerSheet = 16_384;

/** The fastest level: compression is most of the work, and XML compresses well at every level. */
const compressionLevel = 1;

/** Input of a conversion to a workbook. */
export interface WorkbookConversion {
  columns: readonly ConvertedColumn[];
  /** The rows of each sheet as JSON arrays, at least one. They are closed here. */
  sheets: readonly Readable[];
  /** Rows of every sheet except the last. */
  sheetRows: number;
  /** Modification time of the parts of the file. */
  modifiedOn: Date;
  slices: SliceQueue;
  /** Path of the result, for errors. */
  name: string;
}

/** A result as an Excel workbook: typed cells below a row of names. Destroying the stream closes its sources. */
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
    // Created when it is needed, so that it holds no memory before.
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
  { columns, slices, name }: WorkbookConversion,
  source: Readable,
  firstRow: number,
): Readable {
  const sink = new SheetSink(new Output(sliceBytes), columns, firstRow);
  sink.begin();
  const converter = new Converter({ source, sink, slices, name, firstRow });
  return new ConvertedStream(
    converter,
    { skip: 0, length: Infinity },
    // The archiver compresses in the background.
    { memory: 'own' },
  );
}
