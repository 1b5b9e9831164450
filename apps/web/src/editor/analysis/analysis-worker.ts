import type { ConnectionSchema } from '@sluice/contracts';
import type { AnalysisSettings } from '../completion/analysis.js';
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
let opened: { schema: ConnectionSchema | undefined; settings: AnalysisSettings } | undefined;

/**
 * Returns the analysis of a connection's statements in a worker. The schema is sent in parts between other tasks of
 * the page. The worker keeps one catalog, that of the last call.
 */
export function analysisInWorker(
  schema: ConnectionSchema | undefined,
  settings: AnalysisSettings,
): StatementAnalysis {
  running ??= start();
  const { worker, waiting } = running;
  if (opened?.schema !== schema || opened?.settings.dialectName !== settings.dialectName) {
    opened = { schema, settings };
    void send(worker, loadingMessages(schema, settings), opened);
  }
  return analysisBy(
    (question) =>
      new Promise((resolve) => {
        lastId++;
        waiting.set(lastId, resolve);
        worker.postMessage({ kind: 'ask', id: lastId, question } satisfies HostMessage);
      }),
  );
}

async function send(
  worker: Worker,
  messages: Iterable<HostMessage>,
  current: typeof opened,
): Promise<void> {
  for (const message of messages) {
    if (opened !== current) return;
    worker.postMessage(message);
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
}
