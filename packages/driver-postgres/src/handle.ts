import type { Started } from './startup.js';

/** Format for `to_char`, in microseconds like the server's own value. */
export const startFormat = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';

/** Identifies one session of a server, also among later sessions with the same pid. */
export interface Handle {
  pid: string;
  /** In {@link startFormat}, UTC. */
  backendStart: string;
}

/**
 * Returns `<pid>/<start of the backend>`, or only the pid if the start is unknown: people can read it, but it
 * is not enough to end the session.
 */
export function handleOf({ processId, backendStart }: Started): string | null {
  if (processId === 0) return null;
  const pid = String(processId);
  return backendStart === null ? pid : `${pid}/${backendStart}`;
}

/** Parses the output of {@link handleOf}; null if it does not identify exactly one session. */
export function parseHandle(text: string): Handle | null {
  const [, pid, backendStart] = /^(\d{1,10})\/([\d:.TZ-]{20,32})$/.exec(text) ?? [];
  return pid === undefined || backendStart === undefined ? null : { pid, backendStart };
}
