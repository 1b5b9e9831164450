import { readStarter } from './starter.js';

/** Why the launcher stops. */
export type StopReason = 'signal' | 'parent gone';

const parentCheckMs = 500;

/** npm passes Ctrl-C on to a launcher that has got it from the terminal already. */
const sameRequestMs = 500;

/**
 * Calls `stop` when a person or the system asks the launcher to end, and `force` when they ask once
 * more. With `watchParent` also stops when the process that started the launcher is gone: whoever kills
 * npm means the service, and nobody else would ever end it.
 *
 * @returns a function that stops listening.
 */
export function onStopSignals(handlers: {
  stop: (reason: StopReason) => void;
  force: () => void;
  watchParent: boolean;
}): () => void {
  let askedAtMs: number | undefined;
  const ask = (reason: StopReason) => {
    if (askedAtMs === undefined) {
      askedAtMs = performance.now();
      handlers.stop(reason);
    } else if (performance.now() - askedAtMs > sameRequestMs) {
      handlers.force();
    }
  };
  const onSignal = () => {
    ask('signal');
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  const starter = readStarter();
  const timer = setInterval(() => {
    if (!handlers.watchParent || readStarter() === starter) return;
    clearInterval(timer);
    ask('parent gone');
  }, parentCheckMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const signal of signals) process.off(signal, onSignal);
  };
}
