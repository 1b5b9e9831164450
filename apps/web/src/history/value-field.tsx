import { Select, TextInput } from '@mantine/core';
import { useConnections } from '../http/reads.js';
import { statusLabels } from '../results/run-labels.js';
import { durationValue, fieldOf, localTime, timeValue, type Condition } from './filter.js';

interface ValueFieldProps {
  condition: Condition;
  onChange(value: string): void;
}

const statuses = Object.entries(statusLabels).map(([value, label]) => ({ value, label }));
const booleans = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];

/** The value of a condition. */
export function ValueField({ condition: { field, value }, onChange }: ValueFieldProps) {
  const { kind, label } = fieldOf(field);
  const shared = { size: 'xs', 'aria-label': label, w: 160 } as const;
  switch (kind) {
    case 'connection':
    case 'status':
    case 'boolean':
      return <ChoiceField kind={kind} label={label} value={value} onChange={onChange} />;
    case 'time':
      return (
        <TextInput
          {...shared}
          w={190}
          type="datetime-local"
          defaultValue={localTime(value)}
          onChange={(event) => onChange(timeValue(event.currentTarget.value))}
        />
      );
    case 'duration':
      return (
        <TextInput
          {...shared}
          w={90}
          type="number"
          min={0}
          step="any"
          defaultValue={value === '' ? '' : String(Number(value) / 1_000)}
          onChange={(event) => onChange(durationValue(event.currentTarget.value))}
        />
      );
    case 'count':
      return (
        <TextInput
          {...shared}
          w={110}
          type="number"
          min={0}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'text':
      return (
        <TextInput
          {...shared}
          maxLength={1_000}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

interface ChoiceFieldProps {
  kind: 'connection' | 'status' | 'boolean';
  label: string;
  value: string;
  onChange(value: string): void;
}

function ChoiceField({ kind, label, value, onChange }: ChoiceFieldProps) {
  const connections = useConnections();
  const choices = {
    status: statuses,
    boolean: booleans,
    connection: (connections.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }[kind];
  return (
    <Select
      size="xs"
      w={160}
      aria-label={label}
      searchable={kind === 'connection'}
      allowDeselect={false}
      placeholder="Choose"
      data={choices}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
