import { ActionIcon, Button, Group, Menu, Select, TextInput } from '@mantine/core';
import { useConnections, useCurrentUser } from '../api/queries.js';
import { Icon } from '../app/icon.js';
import { statusWords } from '../workbench/run-words.js';
import {
  durationValue,
  emptyCondition,
  fieldNames,
  fieldOf,
  localTime,
  mostConditions,
  timeValue,
  type Condition,
} from './filter.js';

interface FilterBuilderProps {
  conditions: Condition[];
  onChange(conditions: Condition[]): void;
}

/** Conditions that all must hold. */
export function FilterBuilder({ conditions, onChange }: FilterBuilderProps) {
  const { role } = useCurrentUser();
  const replace = (index: number, condition: Condition): void =>
    onChange(conditions.map((each, at) => (at === index ? condition : each)));
  return (
    <Group gap="xs" role="group" aria-label="Filter">
      {conditions.map((condition, index) => (
        <ConditionFields
          key={index}
          condition={condition}
          onChange={(changed) => replace(index, changed)}
          onRemove={() => onChange(conditions.filter((_each, at) => at !== index))}
        />
      ))}
      <Menu withinPortal position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            disabled={conditions.length >= mostConditions}
            leftSection={<Icon name="filter" size={13} />}
          >
            Add filter
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {fieldNames(role === 'admin').map((name) => (
            <Menu.Item key={name} onClick={() => onChange([...conditions, emptyCondition(name)])}>
              {fieldOf(name).label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {conditions.length > 0 && (
        <Button variant="subtle" onClick={() => onChange([])}>
          Clear
        </Button>
      )}
    </Group>
  );
}

interface ConditionFieldsProps {
  condition: Condition;
  onChange(condition: Condition): void;
  onRemove(): void;
}

function ConditionFields({ condition, onChange, onRemove }: ConditionFieldsProps) {
  const { label, operators } = fieldOf(condition.field);
  return (
    <Group gap={2} wrap="nowrap" role="group" aria-label={label} className="condition">
      <span>{label}</span>
      <Select
        size="xs"
        w={120}
        aria-label={`How ${label} is compared`}
        allowDeselect={false}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        data={Object.entries(operators).map(([value, text]) => ({ value, label: text }))}
        value={condition.operator}
        onChange={(operator) =>
          onChange({ ...condition, operator: operator ?? condition.operator })
        }
      />
      <ValueField condition={condition} onChange={(value) => onChange({ ...condition, value })} />
      <ActionIcon aria-label={`Remove the filter on ${label}`} onClick={onRemove}>
        <Icon name="close" size={12} />
      </ActionIcon>
    </Group>
  );
}

interface ValueFieldProps {
  condition: Condition;
  onChange(value: string): void;
}

const statuses = Object.entries(statusWords).map(([value, label]) => ({ value, label }));

function ValueField({ condition: { field, value }, onChange }: ValueFieldProps) {
  const connections = useConnections();
  const { kind, label } = fieldOf(field);
  const shared = { size: 'xs', 'aria-label': label, w: 160 } as const;
  switch (kind) {
    case 'connection':
    case 'status':
    case 'truth': {
      const choices =
        kind === 'status'
          ? statuses
          : kind === 'truth'
            ? [
                { value: 'true', label: 'yes' },
                { value: 'false', label: 'no' },
              ]
            : (connections.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
      return (
        <Select
          {...shared}
          searchable={kind === 'connection'}
          allowDeselect={false}
          placeholder="Choose"
          data={choices}
          value={value === '' ? null : value}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
    }
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
