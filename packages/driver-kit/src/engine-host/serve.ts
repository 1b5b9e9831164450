import { DriverError } from '../contract/driver.js';
import { errorData, type Command, type OpenCommand } from '../local/frames.js';
import { listen } from './control.js';
import type { Engine } from './engine.js';
import { nextCommand, sendAnswer, sendRows } from './pipe.js';

const asDriverError = (error: unknown): DriverError =>
  error instanceof DriverError
    ? error
    : new DriverError('internal', 'unknown', 'Database engine failed', {
        detail: error instanceof Error ? error.message : String(error),
      });

/**
 * Main function of the process of one session: opens one database with `openEngine`, answers requests one at
 * a time until the pipes are closed, then exits. See docs/decisions/0020-local-engines-in-child-processes.md.
 */
export async function serveEngine(
  openEngine: (open: OpenCommand) => Promise<Engine>,
): Promise<never> {
  // A signal to the process group, such as ctrl-C, is for the worker, which ends this process after its own drain.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => undefined);
  }
  let current = 0;
  let engine: Engine | null = null;
  const control = listen((number) => {
    if (number === current) engine?.interrupt();
  });
  // Without an engine there is no session state to lose.
  const state = () => engine?.state ?? { isPlain: true, inTransaction: false };
  const answer = async (command: Command): Promise<void> => {
    if (command.type === 'open') {
      engine = await openEngine(command);
      sendAnswer({ type: 'opened', state: state() });
      return;
    }
    if (!engine) throw new DriverError('connection', 'not_run', 'The database is not open');
    current = command.number;
    await answerRequest(engine, command, control.isCancelled);
  };
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
}

/** Runs one request and sends its answer. @throws DriverError */
async function answerRequest(
  engine: Engine,
  command: Exclude<Command, { type: 'open' }>,
  isCancelled: (number: number) => boolean,
): Promise<void> {
  switch (command.type) {
    case 'run': {
      const summary = await engine.run(command.sql, command.values, command.limits, {
        isCancelled: () => isCancelled(command.number),
        prepared: (writes) => {
          sendAnswer({ type: 'prepared', writes });
        },
        accepted: (columns) => {
          sendAnswer({ type: 'accepted', columns });
        },
        rows: sendRows,
      });
      sendAnswer({ type: 'done', summary, state: engine.state });
      return;
    }
    case 'introspect':
      sendAnswer({ type: 'schema', schema: await engine.introspect(), state: engine.state });
      return;
    case 'describe': {
      const detail = await engine.describeTable(command.table);
      sendAnswer({ type: 'table', detail, state: engine.state });
      return;
    }
    case 'reset':
      await engine.reset();
      sendAnswer({ type: 'reset', state: engine.state });
  }
}
