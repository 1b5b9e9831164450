import { Select } from '@mantine/core';
import { durationOptions } from './durations.js';

/** The choice for something that does not expire. */
export const NO_EXPIRY = '0';

interface LifetimeSelectProps {
  /** Seconds as text, or {@link NO_EXPIRY}. */
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** Chooses the time after which something expires. */
export const LifetimeSelect = ({ value, error, onChange }: LifetimeSelectProps) => (
  <Select
    label="Expires after"
    allowDeselect={false}
    data={durationOptions}
    value={value}
    error={error}
    onChange={(chosen) => onChange(chosen ?? NO_EXPIRY)}
  />
);
