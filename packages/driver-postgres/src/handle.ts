/** Format for `to_char`, in microseconds like the server's own value. */
const startFormat = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';

/** Identifies one session of a server, also among later sessions with the same pid. */
export interface Handle {
  pid: string;
  /** Start time of the backend, UTC. Pids are reused: only both together identify a session. */
  backendStart: string;
}

/** Returns the pid of the session's backend and its start time. Some servers lack the function. */
export const identityQuery = `select pid, pg_catalog.to_char(backend_start at time zone 'UTC', '${startFormat}')
  from pg_catalog.pg_stat_get_activity(pg_catalog.pg_backend_pid())`;

/** Ids of a session, from the start-up and from the server. */
export interface Identity {
  /** Pid of BackendKeyData; 0 if the server sent none. */
  processId: number;
  /** The backend of the session, as the server confirmed it; null if unknown. */
  backend: Handle | null;
  /** Whether a pooler gives the backend to other clients after each transaction. */
  isPooled: boolean;
}

/** Returns the FROM clause that finds exactly the session with this handle, if it still exists. */
const fromSession = ({ pid, backendStart }: Handle): string =>
  `from pg_catalog.pg_stat_activity where pid = ${pid}
    and pg_catalog.to_char(backend_start at time zone 'UTC', '${startFormat}') = '${backendStart}'`;

/** Returns one row if the session still exists. */
export const existsQuery = (handle: Handle): string => `select 1 ${fromSession(handle)}`;

/**
 * Terminates the backend of the session and returns one row if it still exists. The server compares pid and start
 * time, so neither another server behind the same address nor a later session with the same pid is affected.
 */
export const terminateQuery = (handle: Handle): string =>
  `select pg_catalog.pg_terminate_backend(pid) ${fromSession(handle)}`;

/**
 * Returns `<pid>/<start of the backend>`, or only the pid if the start is unknown: people can read it, but it
 * is not enough to end the session. Null behind a transaction pooler: its pid belongs to no backend.
 */
export function handleOf({ processId, backend, isPooled }: Identity): string | null {
  if (isPooled) return null;
  if (backend !== null) return `${backend.pid}/${backend.backendStart}`;
  return processId === 0 ? null : String(processId);
}

/** Parses the output of {@link handleOf}; null if it does not identify exactly one session. */
export function parseHandle(text: string): Handle | null {
  const [, pid, backendStart] = /^(\d{1,10})\/([\d:.TZ-]{20,32})$/.exec(text) ?? [];
  return pid === undefined || backendStart === undefined ? null : { pid, backendStart };
}
