import type { ConnectionSchema, TableForeignKey } from '@sluice/contracts';
import type { AnalysisSettings } from '../completion/analysis.js';
import type { TableName } from '../completion/foreign-keys.js';
import {
  loadingMessages,
  type Answer,
  type HostAnswer,
  type HostMessage,
} from './host-messages.js';
import { analysisBy, type StatementAnalysis } from './statement-analysis.js';

type Waiting = Map<number, (answer: Answer | null) => void>;

/** The worker of the page, started at the first use. */
interface Running {
  worker: Worker;
  waiting: Waiting;
}

let running: Running | undefined;
let lastId = 0;

function start(): Running {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting: Waiting = new Map();
  const settle = (id: number, answer: Answer | null): void => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<HostAnswer>) =>
    settle(data.id, data.answer),
  );
  // Without the worker, the editor works and offers nothing.
  worker.addEventListener('error', () => {
    for (const id of waiting.keys()) settle(id, null);
  });
  return { worker, waiting };
}

/** The catalog that the worker has or loads. */
interface Opened {
  schema: ConnectionSchema | undefined;
  settings: AnalysisSettings;
  /** The tables with requested foreign keys. */
  requested: Set<string>;
}

let opened: Opened | undefined;

/** Reads the foreign keys of a table. */
export type ReadForeignKeys = (table: TableName) => Promise<TableForeignKey[]>;

/**
 * Returns the analysis of a connection's statements in a worker. The schema is sent in parts between other tasks of
 * the page. The worker keeps one catalog, that of the last call.
 */
export function analysisInWorker(
  schema: ConnectionSchema | undefined,
  settings: AnalysisSettings,
  readForeignKeys: ReadForeignKeys,
): StatementAnalysis {
  running ??= start();
  const { worker, waiting } = running;
  const last = opened;
  const current =
    last !== undefined &&
    last.schema === schema &&
    last.settings.dialectName === settings.dialectName
      ? last
      : { schema, settings, requested: new Set<string>() };
  if (current !== opened) {
    opened = current;
    void send(worker, loadingMessages(schema, settings), current);
  }
  return analysisBy(
    (question) =>
      new Promise((resolve) => {
        lastId++;
        waiting.set(lastId, (answer) => {
          resolve(answer);
          if (answer?.kind === 'complete')
            void loadForeignKeys(worker, answer.unread, current, readForeignKeys);
        });
        worker.postMessage({ kind: 'ask', id: lastId, question } satisfies HostMessage);
      }),
  );
}

/** Reads foreign keys for the next answers. Without them, the names of columns decide. */
async function loadForeignKeys(
  worker: Worker,
  tables: readonly TableName[],
  current: Opened,
  read: ReadForeignKeys,
): Promise<void> {
  const added = tables.filter((table) => {
    const key = JSON.stringify(table);
    return !current.requested.has(key) && current.requested.add(key);
  });
  const load = async (table: TableName): Promise<void> => {
    const foreignKeys = await read(table).catch(() => []);
    if (opened !== current) return;
    worker.postMessage({ kind: 'foreignKeys', table, foreignKeys } satisfies HostMessage);
  };
  await Promise.all(added.map(load));
}

async function send(
  worker: Worker,
  messages: Iterable<HostMessage>,
  current: Opened,
): Promise<void> {
  for (const message of messages) {
    if (opened !== current) return;
    worker.postMessage(message);
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
}
