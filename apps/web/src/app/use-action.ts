import { useState } from 'react';
import { ApiError } from '../api/client.js';

/** Something that a form or a button does, and how it went. */
export interface Action<Args extends unknown[]> {
  run(...args: Args): Promise<void>;
  isBusy: boolean;
  /** Why it did not work; null when nothing is known to be wrong. */
  error: unknown;
  /** What is wrong with a field, by the first of these paths that the answer names. */
  fieldError(...paths: string[]): string | undefined;
  reset(): void;
}

/** Runs something once at a time, and keeps why it failed. */
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
