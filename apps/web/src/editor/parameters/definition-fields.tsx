import {
  Checkbox,
  Fieldset,
  Group,
  Input,
  NativeSelect,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import type { ParameterType, QueryListItem } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../http/client.js';
import { withType, type DefinitionForm } from './definition-form.js';
import { typeLabels } from '../../parameters/parameter-types.js';
import { ValueInput } from '../../parameters/value-input.js';

interface DefinitionFieldsProps {
  form: DefinitionForm;
  /** Returns the problem of a field of the definition. */
  errorOf(field: string): string | undefined;
  onChange(form: DefinitionForm): void;
}

/** The fields of the definition of one parameter. */
export function DefinitionFields({ form, errorOf, onChange }: DefinitionFieldsProps) {
  const { name } = form;
  const change = (changed: Partial<DefinitionForm>): void => onChange({ ...form, ...changed });
  const firstOptionError = form.options
    .map((_, index) => errorOf(`options.${index}`))
    .find(Boolean);
  const defaultId = `default-of-${name}`;
  return (
    <Fieldset legend={<span className="mono">{name}</span>}>
      <Stack gap="sm">
        <Group grow align="flex-start">
          <TextInput
            label="Label"
            placeholder={name}
            maxLength={100}
            value={form.label}
            error={errorOf('label')}
            onChange={(event) => change({ label: event.currentTarget.value })}
          />
          <NativeSelect
            label="Type"
            data={types}
            value={form.type}
            onChange={(event) =>
              onChange(withType(form, event.currentTarget.value as ParameterType))
            }
          />
        </Group>
        <Checkbox
          label="A value is required"
          checked={form.required}
          onChange={(event) => change({ required: event.currentTarget.checked })}
        />
        <Input.Wrapper label="Default" id={defaultId}>
          <ValueInput
            id={defaultId}
            input={form.default}
            options={form.options.map((value) => ({ value, label: value }))}
            choice={form.options.length > 0 ? 'fixed' : 'any'}
            error={errorOf('default')}
            onChange={(input) => change({ default: input })}
          />
        </Input.Wrapper>
        <TagsInput
          label="Options"
          description="Only these values are permitted. Press Enter to add a value."
          acceptValueOnBlur
          splitChars={[]}
          disabled={form.optionsQueryId !== null}
          value={form.options}
          error={errorOf('options') ?? firstOptionError}
          onChange={(options) => change({ options })}
        />
        <OptionsQuery
          value={form.optionsQueryId}
          isDisabled={form.options.length > 0}
          error={errorOf('optionsQueryId')}
          onChange={(optionsQueryId) => change({ optionsQueryId })}
        />
        <TextInput
          label="Description"
          maxLength={1_000}
          value={form.description}
          error={errorOf('description')}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      </Stack>
    </Fieldset>
  );
}

/** The fields whose problems are shown. */
export const fieldsOf = (options: readonly string[]): string[] => [
  'label',
  'default',
  'options',
  'optionsQueryId',
  'description',
  ...options.map((_, index) => `options.${index}`),
];

const types = typeLabels.filter(({ value }) => value !== 'auto' && value !== 'null');

interface OptionsQueryProps {
  value: string | null;
  isDisabled: boolean;
  error: string | undefined;
  onChange(queryId: string | null): void;
}

function OptionsQuery({ value, isDisabled, error, onChange }: OptionsQueryProps) {
  const queries = useQuery({
    queryKey: ['queries', 'names'],
    queryFn: ({ signal }) =>
      call<QueryListItem[]>('GET', '/api/queries?sortBy=name&limit=1000', { signal }),
  });
  return (
    <Select
      label="Options from a query"
      description="Its first column has the values, a second one their labels. Other values are permitted."
      clearable
      searchable
      disabled={isDisabled}
      data={(queries.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
