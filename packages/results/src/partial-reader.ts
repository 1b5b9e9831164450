import { damaged } from './errors.js';
import {
  closingOnError,
  openFinishedIndex,
  openIfThere,
  orMissing,
  sendPage,
  type OpenedData,
} from './file-reader.js';
import { readAt, type FileSystem } from './file-system.js';
import { blockBytes, FileRowIndex, singleBlockIndex, type RowIndex } from './page-index.js';
import type { ResultNames } from './paths.js';
import { rowsIn } from './rows.js';
import type { Page, PartialReading } from './store.js';

/**
 * Reads the rows stored so far, whatever the state of the writer. The data is opened first: an index that is opened
 * later names only rows that are in the data, also when both are renamed in between.
 */
export const openPartial = async (
  files: FileSystem,
  names: ResultNames,
  page: Page,
): Promise<PartialReading | null> => {
  const data = await openIfThere(files, names.folder, names.partialData, names.resultsPath);
  if (data !== null) {
    const reading = await closingOnError(data.file, () => unfinished(files, names, data, page));
    if (reading !== null) return reading;
    await data.file.close();
  }
  // Not flushed yet, or finished meanwhile: a small result loses its index when it gets its final name.
  const finished = await openIfThere(files, names.folder, names.data, names.resultsPath);
  if (finished === null) return null;
  return closingOnError(finished.file, () => whole(files, names, finished, page));
};

/** The rows up to the last flush; null when there was none. */
const unfinished = async (
  files: FileSystem,
  names: ResultNames,
  data: OpenedData,
  page: Page,
): Promise<PartialReading | null> => {
  const opened =
    (await openIfThere(files, names.folder, names.partialIndex, names.resultsPath)) ??
    // The index gets its final name just before the data.
    (await openIfThere(files, names.folder, names.index, names.resultsPath));
  if (opened === null) return null;
  try {
    const index = await FileRowIndex.open(opened, names.resultsPath);
    if (index === null || index.end.row === 0) return null;
    return await send(data, names, index, page);
  } finally {
    await opened.file.close();
  }
};

const whole = async (
  files: FileSystem,
  names: ResultNames,
  data: OpenedData,
  page: Page,
): Promise<PartialReading> => {
  const { folder, resultsPath } = names;
  if (data.size <= blockBytes) return send(data, names, await smallIndex(data, resultsPath), page);
  const opened = orMissing(await openIfThere(files, folder, names.index, resultsPath), resultsPath);
  try {
    return await send(
      data,
      names,
      await openFinishedIndex(opened, resultsPath, { bytes: data.size }),
      page,
    );
  } finally {
    await opened.file.close();
  }
};

const smallIndex = async ({ file, size }: OpenedData, resultsPath: string): Promise<RowIndex> => {
  const bytes = Buffer.allocUnsafe(size);
  if ((await readAt(file, bytes, 0)) < size) throw damaged(resultsPath, 'was cut while read');
  return singleBlockIndex(rowsIn(bytes), size);
};

const send = async (
  data: OpenedData,
  { resultsPath }: ResultNames,
  index: RowIndex,
  page: Page,
): Promise<PartialReading> => {
  const reading = await sendPage(data.file, resultsPath, index, page);
  return { ...reading, rowsSoFar: index.end.row };
};
