import { DriverError } from '../../driver.js';
import { errorData, type Command, type EngineName, type OpenCommand } from '../frames.js';
import { listen } from './control.js';
import type { Engine } from './engine.js';
import { nextCommand, sendAnswer, sendRows } from './pipe.js';

// The process of one session: opens one database and answers one request after the other until its
// pipes are closed. See docs/decisions/0020-local-engines-in-child-processes.md.

const engines: Record<EngineName, (open: OpenCommand) => Promise<Engine>> = {
  duckdb: async (open) => (await import('../../duckdb/engine.js')).openDuckdb(open),
  sqlite: async (open) => (await import('../../sqlite/engine.js')).openSqlite(open),
};

// A signal to the whole group, such as ctrl-C, is for the worker: it ends us when it is done with us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => undefined);
}

let current = 0;
let engine: Engine | null = null;
const control = listen((number) => {
  if (number === current) engine?.interrupt();
});

/** Before there is an engine, nothing of a session can be lost. */
const state = () => engine?.state ?? { isPlain: true, inTransaction: false };

const asDriverError = (error: unknown): DriverError =>
  error instanceof DriverError
    ? error
    : new DriverError('internal', 'unknown', 'The database engine failed', {
        detail: error instanceof Error ? error.message : String(error),
      });

async function answer(command: Command): Promise<void> {
  if (command.type === 'open') {
    engine = await engines[command.engine](command);
    sendAnswer({ type: 'opened', state: state() });
    return;
  }
  if (!engine) throw new DriverError('connection', 'not_run', 'The database is not open');
  const { number } = command;
  current = number;
  switch (command.type) {
    case 'run': {
      const summary = await engine.run(command.sql, command.limits, {
        isCancelled: () => control.isCancelled(number),
        prepared: (writes) => {
          sendAnswer({ type: 'prepared', writes });
        },
        accepted: (columns) => {
          sendAnswer({ type: 'accepted', columns });
        },
        rows: sendRows,
      });
      sendAnswer({ type: 'done', summary, state: state() });
      return;
    }
    case 'introspect':
      sendAnswer({ type: 'schema', schema: await engine.introspect(), state: state() });
      return;
    case 'reset':
      await engine.reset();
      sendAnswer({ type: 'reset', state: state() });
  }
}

for (let command = nextCommand(); command; command = nextCommand()) {
  try {
    await answer(command);
  } catch (error) {
    sendAnswer({ type: 'failed', error: errorData(asDriverError(error)), state: state() });
  }
  current = 0;
}
(engine as Engine | null)?.close();
process.exit();
