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

/** Level 1 makes files a fifth larger than level 6, in a third of the time. */
const compressionLevel = 1;

/** What is converted. */
export interface WorkbookConversion {
  columns: readonly ConvertedColumn[];
  rowCount: number;
  /** The time that the parts of the file carry. */
  modifiedOn: Date;
  turns: Turns;
  /** Path of the result, for errors. */
  name: string;
  /** Rows per sheet, for tests; {@link rowsPerSheet} unless given. */
  sheetRows?: number;
  /** Opens the rows of a sheet as a JSON array. */
  openRows(page: { offset: number; limit: number }): Promise<Readable>;
}

/**
 * A result as an Excel workbook: typed cells under a row of names, on as many sheets as it takes. Destroying
 * the stream closes what it reads from.
 */
export function convertToWorkbook(conversion: WorkbookConversion): Readable {
  const { rowCount, modifiedOn: mtime, sheetRows = rowsPerSheet } = conversion;
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const fail = (error: Error) => void output.destroy(error);
  let sheet: Readable | undefined;
  output.once('close', () => sheet?.destroy());
  zip.on('error', fail);
  const sheetCount = Math.max(1, Math.ceil(rowCount / sheetRows));
  for (const [path, xml] of [...workbookParts(sheetCount), ['xl/styles.xml', stylesXml] as const]) {
    zip.addBuffer(Buffer.from(xml), path, { mtime });
  }
  for (let number = 1; number <= sheetCount; number++) {
    zip.addReadStreamLazy(sheetPath(number), { mtime, compressionLevel }, (add) => {
      openSheet(conversion, (number - 1) * sheetRows, sheetRows).then((stream) => {
        sheet = stream.once('error', fail);
        if (output.destroyed) stream.destroy();
        else add(null, stream);
      }, fail);
    });
  }
  zip.end();
  return output;
}

async function openSheet(
  { columns, turns, name, openRows }: WorkbookConversion,
  firstRow: number,
  limit: number,
): Promise<Readable> {
  const source = await openRows({ offset: firstRow, limit });
  const out = new Output(sliceBytes);
  const sink = new SheetSink(out, columns, firstRow);
  if (firstRow > 0) sink.begin();
  const converter = new Converter({ source, sink, turns, name, firstRow });
  return new ConvertedStream(converter, { skip: 0, length: Infinity });
}
