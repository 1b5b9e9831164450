/** Intervals that are not settings. Tests shorten them. */
export interface ExecutionTiming {
  /** Interval of the version check of all watched batches, in milliseconds; 1 s by default. */
  watchIntervalMs?: number;
  /** Interval of the comments in an event stream, in milliseconds; 15 s by default. */
  heartbeatMs?: number;
  /** Maximum duration of an event stream, in milliseconds; 5 min by default. */
  maxEventsMs?: number;
}
