import type { InputType } from './parameter-input.js';

/** The types of parameters with their labels, in the order of the menu. */
export const typeLabels: readonly { value: InputType; label: string }[] = [
  { value: 'auto', label: 'Automatic' },
  { value: 'text', label: 'Text' },
  { value: 'integer', label: 'Integer' },
  { value: 'decimal', label: 'Decimal' },
  { value: 'boolean', label: 'Boolean' },
  { value: 'date', label: 'Date' },
  { value: 'time', label: 'Time' },
  { value: 'timestamp', label: 'Timestamp' },
  { value: 'timestamptz', label: 'Timestamp with zone' },
  { value: 'uuid', label: 'UUID' },
  { value: 'json', label: 'JSON' },
  { value: 'text[]', label: 'List of texts' },
  { value: 'integer[]', label: 'List of integers' },
  { value: 'decimal[]', label: 'List of decimals' },
  { value: 'date[]', label: 'List of dates' },
  { value: 'uuid[]', label: 'List of UUIDs' },
  { value: 'null', label: 'Null' },
];
