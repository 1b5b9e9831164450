import { Readable } from 'node:stream';
import type { DownloadedView, View, ViewRequest } from '@sluice/contracts';
import type { OwnedStatement } from './service.js';

/** Returns the JSON body of a view of a statement's rows. */
export type ViewRows = (
  statement: OwnedStatement,
  request: ViewRequest,
  signal: AbortSignal,
) => Promise<Uint8Array>;

const PAGE_ROWS = 10_000;
const rowsStart = Buffer.from('"rows":[');
const [open, separator, close] = [Buffer.from('['), Buffer.from(',\n'), Buffer.from(']')];

/**
 * Returns all rows of a view as a JSON array, exactly as stored, page by page. The first page is read before the
 * stream is returned, so that a refused view is an error response.
 *
 * @param signal aborts the first page; later ones end with the stream
 * @throws AppError as for a view; the reason of the signal
 */
export async function openViewStream(
  viewRows: ViewRows,
  statement: OwnedStatement,
  view: DownloadedView,
  signal: AbortSignal,
): Promise<Readable> {
  const aborting = new AbortController();
  const read = async (offset: number, reading = aborting.signal): Promise<ViewPage> =>
    pageOf(await viewRows(statement, { ...view, offset, limit: PAGE_ROWS }, reading));
  const first = await read(0, signal);
  const stream = Readable.from(arrayOf(first, read), { objectMode: false });
  stream.once('close', () => aborting.abort());
  return stream;
}

interface ViewPage {
  /** The rows with their separators. */
  rows: Buffer;
  rowCount: number;
  total: number;
}

/** Takes the rows out of the body without parsing them. Only numbers stand before them, and nothing after them. */
function pageOf(body: Uint8Array): ViewPage {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const start = bytes.indexOf(rowsStart);
  const head = `${bytes.toString('latin1', 0, start)}"rows":[]}`;
  const { total, rowNumbers } = JSON.parse(head) as Pick<View, 'total' | 'rowNumbers'>;
  const rows = bytes.subarray(start + rowsStart.length, bytes.length - 2);
  return { rows, rowCount: rowNumbers?.length ?? 0, total };
}

async function* arrayOf(
  first: ViewPage,
  read: (offset: number) => Promise<ViewPage>,
): AsyncGenerator<Buffer> {
  yield open;
  let sent = 0;
  for (let page = first; page.rowCount > 0; page = await read(sent)) {
    if (sent > 0) yield separator;
    yield page.rows;
    sent += page.rowCount;
    if (sent >= page.total) break;
  }
  yield close;
}
