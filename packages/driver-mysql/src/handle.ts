/** A session of one server, told apart from every other, also those after a restart of the server. */
export interface Handle {
  threadId: string;
  /** When the server started, in seconds since 1970 by its own clock: numbers begin anew then. */
  serverStart: string;
}

/** `<number>/<start of the server>`. */
export const handleOf = ({ threadId, serverStart }: Handle): string => `${threadId}/${serverStart}`;

/** Reads what {@link handleOf} wrote; null when it does not name one session for certain. */
export function parseHandle(text: string): Handle | null {
  const [, threadId, serverStart] = /^(\d{1,20})\/(\d{1,12})$/.exec(text) ?? [];
  return threadId === undefined || serverStart === undefined ? null : { threadId, serverStart };
}

/** One row: the session's number, and when the server started. Both counts are of the same moment. */
export const identityQuery = (isMariaDb: boolean): string => `
  select connection_id(), cast(unix_timestamp() - variable_value as unsigned)
  from ${isMariaDb ? 'information_schema' : 'performance_schema'}.global_status
  where variable_name = 'Uptime'`;
