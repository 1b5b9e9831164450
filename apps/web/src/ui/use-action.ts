import { useState } from 'react';
import { ApiError } from '../http/client.js';

/** An asynchronous action of a form or button, with its state. */
export interface Action<Args extends unknown[]> {
  run(...args: Args): Promise<void>;
  isBusy: boolean;
  /** The error of the last run; null if there is none. */
  error: unknown;
  /** Returns the message of the first of these field paths that the error names. */
  fieldError(...paths: string[]): string | undefined;
  reset(): void;
}

/** Runs an action and keeps its state and error. */
export function useAction<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
): Action<Args> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  return {
    run: async (...args) => {
      setBusy(true);
      setError(null);
      try {
        await action(...args);
      } catch (caught) {
        setError(caught);
      } finally {
        setBusy(false);
      }
    },
    isBusy,
    error,
    fieldError: (...paths) => {
      if (!(error instanceof ApiError)) return undefined;
      return paths.map((path) => error.field(path)).find((message) => message !== undefined);
    },
    reset: () => setError(null),
  };
}
