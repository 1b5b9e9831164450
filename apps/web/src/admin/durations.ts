const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a right or a token may last, in seconds; 0: for good. */
export const durations = [
  { seconds: hour, label: '1 hour' },
  { seconds: 8 * hour, label: '8 hours' },
  { seconds: day, label: '1 day' },
  { seconds: 7 * day, label: '1 week' },
  { seconds: 30 * day, label: '30 days' },
  { seconds: 90 * day, label: '90 days' },
  { seconds: 365 * day, label: '1 year' },
  { seconds: 0, label: 'For good' },
];

/** The same as the data of a Select. */
export const durationOptions = durations.map(({ seconds, label }) => ({
  value: String(seconds),
  label,
}));

/** Seconds in one hour: tokens are told in hours. */
export const secondsOfHour = hour;
