import type { Started } from './startup.js';

/** For `to_char`: microseconds, as the server itself keeps them. */
export const startFormat = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';

/** A session of one server, told apart from every other, also later ones of the same pid. */
export interface Handle {
  pid: string;
  /** In {@link startFormat}, UTC. */
  backendStart: string;
}

/**
 * `<pid>/<start of the backend>`; the pid alone where the server does not tell the start, which names
 * the session for a person but is not enough to end it by.
 */
export function handleOf({ processId, backendStart }: Started): string | null {
  if (processId === 0) return null;
  const pid = String(processId);
  return backendStart === null ? pid : `${pid}/${backendStart}`;
}

/** Reads what {@link handleOf} wrote; null when it does not name one session for certain. */
export function parseHandle(text: string): Handle | null {
  const [, pid, backendStart] = /^(\d{1,10})\/([\d:.TZ-]{20,32})$/.exec(text) ?? [];
  return pid === undefined || backendStart === undefined ? null : { pid, backendStart };
}
