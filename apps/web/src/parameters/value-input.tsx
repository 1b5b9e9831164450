import { Autocomplete, MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { isListInput, type InputType, type ParameterInput } from './parameter-input.js';
import type { Option } from './use-options.js';

/** The offer of a field: no options, suggestions, which may still be loading, or all permitted values. */
export type Choice = 'any' | 'suggested' | 'fixed';

interface ValueInputProps {
  id: string;
  input: ParameterInput;
  /** Values to choose from. */
  options: Option[];
  choice: Choice;
  error: string | undefined;
  onChange(input: ParameterInput): void;
}

/** Input types of the browser with a picker. */
const pickers: Partial<Record<InputType, string>> = {
  date: 'date',
  time: 'time',
  timestamp: 'datetime-local',
};

/** The field of a parameter's value, by its type and options. */
export function ValueInput({ id, input, options, choice, error, onChange }: ValueInputProps) {
  const shared = { id, size: 'xs', error, className: 'parameter-value' } as const;
  const change = (value: string): void => onChange({ ...input, value });
  if (input.type === 'null') return <TextInput {...shared} value="null" disabled />;
  if (isListInput(input)) {
    const changeList = (values: string[]): void =>
      onChange({ ...input, values: separated(input.type, values) });
    if (choice === 'fixed') {
      return <MultiSelect {...shared} data={options} value={input.values} onChange={changeList} />;
    }
    return (
      <TagsInput
        {...shared}
        data={options.map(({ value }) => value)}
        renderOption={({ option }) => labelOf(options, option.value)}
        placeholder={input.values.length === 0 ? 'Enter adds a value' : ''}
        allowDuplicates
        acceptValueOnBlur
        splitChars={input.type === 'text[]' ? [] : [',']}
        value={input.values}
        onChange={changeList}
      />
    );
  }
  if (choice === 'fixed' || input.type === 'boolean') {
    return (
      <NativeSelect
        {...shared}
        data={choice === 'fixed' ? [noOption, ...options] : ['', 'true', 'false']}
        value={input.value}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  }
  if (choice === 'suggested') {
    return (
      <Autocomplete
        {...shared}
        data={[...new Set(options.map(({ value }) => value))]}
        renderOption={({ option }) => labelOf(options, option.value)}
        value={input.value}
        onChange={change}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      type={pickers[input.type] ?? 'text'}
      {...(input.type in pickers && { step: 1 })}
      value={input.value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

/** Commas separate the values of a list, except in texts, which can contain commas. */
const separated = (type: InputType, values: string[]): string[] =>
  type === 'text[]'
    ? values
    : values.flatMap((value) => value.split(',').map((part) => part.trim()));

const noOption: Option = { value: '', label: '' };

/** The value with its label, if it has one. */
const labelOf = (options: Option[], value: string): string => {
  const label = options.find((option) => option.value === value)?.label ?? value;
  return label === value ? value : `${value} – ${label}`;
};
