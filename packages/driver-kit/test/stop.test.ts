import { setImmediate } from 'node:timers/promises';
import t from 'tap';
import { Stop } from '@sluice/driver-kit/session/stop';

/** A session that counts the requests to end its statement. */
function openSession(cancel: (withdrawn: AbortSignal) => Promise<void> = async () => undefined) {
  const asked = { cancel: 0, terminate: 0, destroy: 0 };
  const session = {
    cancel: (withdrawn: AbortSignal) => {
      asked.cancel += 1;
      return cancel(withdrawn);
    },
    terminate: async () => {
      asked.terminate += 1;
    },
    destroy: () => {
      asked.destroy += 1;
    },
  };
  return { asked, session };
}

/** Waits for a condition; the test runner ends a test that waits for ever. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}

const never = (): AbortSignal => new AbortController().signal;

t.test('a cancel request that the database ignores is repeated', async (t) => {
  const { asked, session } = openSession();
  const stop = new Stop(session, { signal: never(), timeoutMs: null }, 60_000, 1);
  stop.now('cancelled');
  await until(() => asked.cancel >= 3);
  await stop.over();
  const { cancel } = asked;
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  t.same(asked, { cancel, terminate: 0, destroy: 0 }, 'none follows the end of the statement');
});

t.test('the end of the statement waits for a request that was sent', async (t) => {
  let answer = (): void => undefined;
  const { asked, session } = openSession(() => new Promise((resolve) => (answer = resolve)));
  const stop = new Stop(session, { signal: never(), timeoutMs: null }, 60_000, 1);
  stop.now('cancelled');
  let isOver = false;
  const over = stop.over().then(() => (isOver = true));
  await setImmediate();
  t.notOk(isOver);
  answer();
  await over;
  t.same(asked, { cancel: 1, terminate: 0, destroy: 0 });
});

t.test('a statement that ignores every request is ended in steps', async (t) => {
  const { asked, session } = openSession();
  const stop = new Stop(session, { signal: never(), timeoutMs: null }, 5, 60_000);
  stop.now('cancelled');
  await until(() => asked.destroy === 1);
  t.same(asked, { cancel: 1, terminate: 1, destroy: 1 });
  await stop.over();
});
