const counts = new Intl.NumberFormat('en');

/** A number of things, its thousands apart. */
export const countOf = (count: number): string => counts.format(count);

/** A time span as a person would say it. */
export function durationOf(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  const seconds = durationMs / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = Math.floor(seconds % 60);
  if (minutes < 60) return `${minutes} min ${rest} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** An instant in the reader's own zone. */
export const timeOf = (text: string): string =>
  new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
