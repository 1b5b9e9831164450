const MINUTE = 60;
/** Seconds per hour; the API takes the lifetime of tokens in hours. */
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Seconds per week. */
export const WEEK = 7 * DAY;

const MAX_LINK_SECONDS = 30 * DAY;

/** Durations of access grants and tokens, as options of a Select. Values are seconds; 0 never expires. */
export const durationOptions = [
  { seconds: HOUR, label: '1 hour' },
  { seconds: 8 * HOUR, label: '8 hours' },
  { seconds: DAY, label: '1 day' },
  { seconds: WEEK, label: '1 week' },
  { seconds: 30 * DAY, label: '30 days' },
  { seconds: 90 * DAY, label: '90 days' },
  { seconds: 365 * DAY, label: '1 year' },
  { seconds: 0, label: 'Never expires' },
].map(({ seconds, label }) => ({ value: String(seconds), label }));

/** Durations of public links, as options of a Select. */
export const linkDurationOptions = durationOptions.filter(
  ({ value }) => value !== '0' && Number(value) <= MAX_LINK_SECONDS,
);
