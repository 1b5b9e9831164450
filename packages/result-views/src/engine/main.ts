import type { Asked, Message, OpenMessage, OpenPairMessage, Reply } from '../protocol.js';
import { RowComparison, type Side } from './comparison.js';
import { openDatabase, type Database } from './database.js';
import type { TypedColumn } from './kinds.js';
import { createLines, noLines } from './lines.js';
import { writeParquet } from './parquet.js';
import { RowsFile, type StoredFile } from './rows-file.js';
import { Search } from './search.js';
import { ViewTable } from './table.js';
import { asFailure, ViewFailure } from './view-failure.js';
import { Views } from './view.js';

// Entry point of the process that answers views of one result. It ends with its parent.

/** DuckDB ignores an interrupt while nothing runs, so it is repeated. */
const INTERRUPT_EVERY_MS = 50;

interface Opened {
  database: Database;
  /** Answers a request of a kind that the process was opened for. */
  answer(asked: Asked, signal: AbortSignal): Promise<Uint8Array>;
}

/** Requests that have not begun. */
const queued = new Set<number>();
let opened: Promise<Opened> | undefined;
let current = 0;
let controller = new AbortController();
let interrupting: NodeJS.Timeout | undefined;
/** Requests run one after the other: each uses all threads. */
let queue: Promise<void> = Promise.resolve();

// Signals to the process group, such as ctrl-C, are for the parent.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (received: unknown) => {
  const message = received as Message;
  switch (message.type) {
    case 'open':
    case 'openPair':
      opened = message.type === 'open' ? open(message) : openPair(message);
      // The first request reports the error.
      opened.catch(() => undefined);
      break;
    case 'request':
      queued.add(message.number);
      queue = queue.then(() => answer(message));
      break;
    case 'cancel':
      cancel(message.number);
  }
});

async function open({ stored, columns, limits }: OpenMessage): Promise<Opened> {
  const database = await openDatabase({ ...limits, files: stored === null ? [] : [stored.path] });
  const side = stored === null ? null : await openSide(database, stored);
  const views = side === null ? null : viewsOf(database, side, columns);
  const lines = side?.lines ?? noLines(database);
  return {
    database,
    answer: async (asked, signal) => {
      if (asked.type === 'view' && views !== null) return views.answer(asked.request, signal);
      if (asked.type !== 'write') throw unexpected(asked);
      await side?.scanned;
      await writeParquet({ database, lines, columns }, asked.request);
      return new Uint8Array();
    },
  };
}

function viewsOf(database: Database, side: Side, columns: TypedColumn[]): Views {
  const { file, lines, scanned, rowCount } = side;
  const table = new ViewTable(database, lines, columns, rowCount);
  const search = new Search({ database, file, scanned, columns, rowCount });
  return new Views({ database, table, search, file, scanned, rowCount });
}

async function openPair({ before, after, columns, limits }: OpenPairMessage): Promise<Opened> {
  const files = [before, after].flatMap((stored) => stored?.path ?? []);
  const database = await openDatabase({ ...limits, files });
  const comparison = new RowComparison({
    database,
    columns,
    before: before && (await openSide(database, before)),
    after: after && (await openSide(database, after)),
  });
  return {
    database,
    answer: (asked) => {
      if (asked.type !== 'compare') throw unexpected(asked);
      return comparison.answer(asked.request);
    },
  };
}

const unexpected = ({ type }: Asked): Error => new Error(`no process for ${type}`);

async function openSide(database: Database, stored: StoredFile): Promise<Side> {
  const { path, rowCount } = stored;
  const file = await RowsFile.open(stored);
  const scanned = file.scan();
  scanned.catch(() => undefined);
  const lines = createLines({ database, file, path, rowCount, scanned });
  return { file, lines, scanned, rowCount };
}

/** Ends a request. One that has not begun is answered at once, because the running one may take long. */
function cancel(number: number): void {
  const failure = new ViewFailure('cancelled', 'cancelled');
  if (queued.delete(number)) sendFailure(number, failure);
  else if (number === current) {
    controller.abort(failure);
    interrupt(number);
  }
}

async function answer({ number, asked }: Extract<Message, { type: 'request' }>): Promise<void> {
  if (!queued.delete(number)) return;
  current = number;
  controller = new AbortController();
  try {
    const { answer: answerTo } = await (opened ?? Promise.reject(new Error('not open')));
    send({ number, body: await answerTo(asked, controller.signal) });
  } catch (error) {
    sendFailure(number, asFailure(error));
  } finally {
    current = 0;
    clearInterval(interrupting);
    interrupting = undefined;
  }
}

function interrupt(number: number): void {
  const ask = (): void => {
    void opened?.then(({ database }) => {
      if (current === number) database.interrupt();
    });
  };
  ask();
  interrupting ??= setInterval(ask, INTERRUPT_EVERY_MS);
}

const sendFailure = (number: number, { code, message }: ViewFailure): void => {
  send({ number, failure: code, detail: message });
};

const send = (reply: Reply): void => {
  process.send?.(reply);
};
