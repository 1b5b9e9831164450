import { Select, Switch, TextInput } from '@mantine/core';
import { chartFields, type ChartField } from './chart-types.js';

interface FieldInputProps {
  name: ChartField;
  isRequired: boolean;
  value: string | boolean | undefined;
  /** The distinct column names of the result. */
  columns: string[];
  onChange(value: string | boolean | undefined): void;
}

/** The input for one chart field. */
export function FieldInput({ name, isRequired, value, columns, onChange }: FieldInputProps) {
  const { label, kind } = chartFields[name];
  const text = typeof value === 'string' ? value : '';
  if (kind === 'switch') {
    return (
      <Switch
        size="xs"
        label={label}
        mt={26}
        checked={value === true || value === 'true'}
        onChange={(event) => onChange(event.currentTarget.checked || undefined)}
      />
    );
  }
  if (kind === 'number') {
    return (
      <TextInput
        size="xs"
        w={80}
        label={label}
        inputMode="decimal"
        error={text !== '' && !Number.isFinite(Number(text))}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
    );
  }
  return (
    <Select
      size="xs"
      w={140}
      label={label}
      searchable={columns.length > 10}
      clearable={!isRequired}
      allowDeselect={!isRequired}
      // A column that the result does not have stays visible.
      data={text === '' || columns.includes(text) ? columns : [...columns, text]}
      value={text === '' ? null : text}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}
