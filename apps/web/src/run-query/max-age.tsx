import { Select } from '@mantine/core';
import { HOUR } from '../ui/durations.js';

/** The choice for a page that runs the query each time. */
export const ALWAYS_RUN = '';

/** Name of the maximum age in the query string of an address, in seconds. */
const NAME = 'maxAge';

const ages = [
  { value: ALWAYS_RUN, label: 'Always run' },
  ...[
    { seconds: 60, label: 'Reuse up to 1 min old' },
    { seconds: 600, label: 'Reuse up to 10 min old' },
    { seconds: HOUR, label: 'Reuse up to 1 h old' },
    { seconds: 24 * HOUR, label: 'Reuse up to 1 day old' },
  ].map(({ seconds, label }) => ({ value: String(seconds), label })),
];

interface MaxAgeSelectProps {
  /** Seconds as text, or {@link ALWAYS_RUN}. */
  value: string;
  onChange(value: string): void;
}

/** Chooses how old a result may be that answers a run. */
export const MaxAgeSelect = ({ value, onChange }: MaxAgeSelectProps) => (
  <Select
    aria-label="Reuse results"
    title="An equal run of yours that is not older answers at once. Runs are then read-only."
    size="xs"
    w={190}
    allowDeselect={false}
    data={ages}
    value={value}
    onChange={(chosen) => onChange(chosen ?? ALWAYS_RUN)}
  />
);

/** Returns the maximum age in the query string of an address. */
export function maxAgeOfSearch(search: string): string {
  const value = new URLSearchParams(search).get(NAME) ?? ALWAYS_RUN;
  return ages.some((age) => age.value === value) ? value : ALWAYS_RUN;
}

/** Returns the part of a query string that has this maximum age. */
export const searchOfMaxAge = (value: string): string =>
  value === ALWAYS_RUN ? '' : `&${NAME}=${value}`;
