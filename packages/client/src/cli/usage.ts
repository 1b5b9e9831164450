/** An invalid command line; the message says what to change. */
export class UsageError extends Error {
  override name = 'UsageError';
}
