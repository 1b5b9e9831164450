/** Times that are no settings; for tests that cannot wait as long as clients do. */
export interface ExecutionTiming {
  /** Between two looks at the versions of all watched batches; 1 s. */
  watchIntervalMs?: number;
  /** Between two comments in an event stream; 15 s. */
  heartbeatMs?: number;
  /** The life of an event stream; 5 min. */
  longestEventsMs?: number;
}
