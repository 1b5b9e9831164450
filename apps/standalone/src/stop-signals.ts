import { readStarter } from './starter.js';

/** Why the launcher stops. */
export type StopReason = 'signal' | 'parent gone';

const PARENT_CHECK_MS = 500;

/** npm forwards Ctrl-C to a launcher that has already received it from the terminal. */
const SAME_REQUEST_MS = 500;

/**
 * Calls `stop` at the first request to end and `force` at the next one. With `watchParent` it also stops when
 * the process that started the launcher has ended, because killing npm is meant to end the service.
 *
 * @returns a function that stops listening.
 */
export function onStopSignals(handlers: {
  stop: (reason: StopReason) => void;
  force: () => void;
  watchParent: boolean;
}): () => void {
  let requestedAtMs: number | undefined;
  const request = (reason: StopReason) => {
    if (requestedAtMs === undefined) {
      requestedAtMs = performance.now();
      handlers.stop(reason);
    } else if (performance.now() - requestedAtMs > SAME_REQUEST_MS) {
      handlers.force();
    }
  };
  const onSignal = () => {
    request('signal');
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  const starter = readStarter();
  const timer = setInterval(() => {
    if (!handlers.watchParent || readStarter() === starter) return;
    clearInterval(timer);
    request('parent gone');
  }, PARENT_CHECK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const signal of signals) process.off(signal, onSignal);
  };
}
