const counts = new Intl.NumberFormat('en');

/** Formats a number with thousands separators. */
export const formatCount = (count: number): string => counts.format(count);

/** Formats a number of rows, such as `1 row` or `12,000 rows`. */
export const formatRows = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** Formats a duration, such as `350 ms`, `4.2 s` or `3 min 5 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  const seconds = durationMs / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = Math.floor(seconds % 60);
  if (minutes < 60) return `${minutes} min ${rest} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Formats a timestamp in the time zone of the browser. */
export const formatTime = (text: string): string =>
  new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
