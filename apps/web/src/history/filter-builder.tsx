import { ActionIcon, Button, Group, Menu, Select } from '@mantine/core';
import { useCurrentUser } from '../http/reads.js';
import { Icon } from '../ui/icon.js';
import {
  emptyCondition,
  fieldNames,
  fieldOf,
  MAX_CONDITIONS,
  type Condition,
  type FieldName,
} from './filter.js';
import { ValueField } from './value-field.js';

interface FilterBuilderProps {
  conditions: Condition[];
  onChange(conditions: Condition[]): void;
}

/** Edits the conditions of the history filter; all of them must match. */
export function FilterBuilder({ conditions, onChange }: FilterBuilderProps) {
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
      <AddFilterMenu
        isDisabled={conditions.length >= MAX_CONDITIONS}
        onAdd={(field) => onChange([...conditions, emptyCondition(field)])}
      />
      {conditions.length > 0 && (
        <Button variant="subtle" onClick={() => onChange([])}>
          Clear
        </Button>
      )}
    </Group>
  );
}

function AddFilterMenu(props: { isDisabled: boolean; onAdd(field: FieldName): void }) {
  const { role } = useCurrentUser();
  return (
    <Menu withinPortal position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          disabled={props.isDisabled}
          leftSection={<Icon name="filter" size={13} />}
        >
          Add filter
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fieldNames(role === 'admin').map((name) => (
          <Menu.Item key={name} onClick={() => props.onAdd(name)}>
            {fieldOf(name).label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
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
        aria-label={`${label} operator`}
        allowDeselect={false}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        data={Object.entries(operators).map(([value, text]) => ({ value, label: text }))}
        value={condition.operator}
        onChange={(operator) =>
          onChange({ ...condition, operator: operator ?? condition.operator })
        }
      />
      <ValueField condition={condition} onChange={(value) => onChange({ ...condition, value })} />
      <ActionIcon aria-label={`Remove filter ${label}`} onClick={onRemove}>
        <Icon name="close" size={12} />
      </ActionIcon>
    </Group>
  );
}
