/** Identifies one session of a server, also across restarts of the server. */
export interface Handle {
  threadId: string;
  /** Start of the server in seconds since 1970 by its own clock: thread ids restart then. */
  serverStart: string;
}

/** Returns `<thread id>/<start of the server>`. */
export const handleOf = ({ threadId, serverStart }: Handle): string => `${threadId}/${serverStart}`;

/** Parses the output of {@link handleOf}; null if it does not identify exactly one session. */
export function parseHandle(text: string): Handle | null {
  const [, threadId, serverStart] = /^(\d{1,20})\/(\d{1,12})$/.exec(text) ?? [];
  return threadId === undefined || serverStart === undefined ? null : { threadId, serverStart };
}

/** Returns one row: thread id and start of the server, both of the same moment. */
export const identityQuery = (isMariaDb: boolean): string => `
  select connection_id(), cast(unix_timestamp() - variable_value as unsigned)
  from ${isMariaDb ? 'information_schema' : 'performance_schema'}.global_status
  where variable_name = 'Uptime'`;
