import { Select, Switch, TextInput } from '@mantine/core';
import { chartFields, type ChartField } from './chart-types.js';
import { numbersIn } from './formats.js';

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
  const field = chartFields[name];
  const { label, kind } = field;
  const text = typeof value === 'string' ? value : '';
  if (kind === 'switch') {
    return (
      <Switch
        size="xs"
        label={label}
        mt={24}
        checked={value === true || value === 'true'}
        onChange={(event) => onChange(event.currentTarget.checked || undefined)}
      />
    );
  }
  if (kind === 'number' || kind === 'text') {
    return (
      <TextInput
        size="xs"
        label={label}
        inputMode="decimal"
        placeholder={kind === 'text' ? '100; 250.5' : ''}
        error={text !== '' && !isNumeric(text, kind)}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <Select
        size="xs"
        label={label}
        placeholder="Automatic"
        clearable
        comboboxProps={inPlace}
        data={Object.entries(field.choices).map(([each, title]) => ({ value: each, label: title }))}
        value={text === '' ? null : text}
        onChange={(chosen) => onChange(chosen ?? undefined)}
      />
    );
  }
  return (
    <Select
      size="xs"
      label={label}
      comboboxProps={inPlace}
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

/** In the panel of settings, which closes on a click outside. */
const inPlace = { withinPortal: false };

const isNumeric = (text: string, kind: 'number' | 'text'): boolean =>
  kind === 'number'
    ? Number.isFinite(Number(text))
    : numbersIn(text).length === text.split(/[\s;]+/).filter((part) => part !== '').length;
