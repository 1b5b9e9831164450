import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { problemOf, typeOfInput } from '../../parameters/checked-parameters.js';
import {
  isListInput,
  type InputType,
  type ParameterInput,
} from '../../parameters/parameter-input.js';
import { typeLabels } from './parameter-types.js';

/** The ID of a parameter's field. */
export const fieldId = (name: string): string => `parameter-${name}`;

interface ParameterFieldProps {
  name: string;
  input: ParameterInput;
  /** Shows the problem of the value. */
  showsProblem: boolean;
  onChange(input: ParameterInput): void;
}

/** The value of a parameter and the menu of its type. */
export function ParameterField({ name, input, showsProblem, onChange }: ParameterFieldProps) {
  const problem = showsProblem ? problemOf(input) : null;
  const { type } = input;
  return (
    <div className="parameter">
      <label htmlFor={fieldId(name)}>{name}</label>
      <ValueInput
        id={fieldId(name)}
        input={input}
        error={problem === null ? undefined : `The value ${problem}`}
        onChange={onChange}
      />
      <NativeSelect
        size="xs"
        className="parameter-type"
        aria-label={`Type of ${name}`}
        title={type === 'auto' ? `Sent as ${typeOfInput(input)}` : undefined}
        data={[...typeLabels]}
        value={type}
        onChange={(event) => onChange(retyped(input, event.currentTarget.value as InputType))}
      />
    </div>
  );
}

/** Keeps the value if the type changes between one value and a list. */
function retyped(input: ParameterInput, type: InputType): ParameterInput {
  const changed = { ...input, type };
  if (isListInput(changed) === isListInput(input)) return changed;
  return isListInput(changed)
    ? { ...changed, values: input.value === '' ? [] : [input.value] }
    : { ...changed, value: input.values[0] ?? '' };
}

interface ValueInputProps {
  id: string;
  input: ParameterInput;
  error: string | undefined;
  onChange(input: ParameterInput): void;
}

/** Input types of the browser with a picker. */
const pickers: Partial<Record<InputType, string>> = {
  date: 'date',
  time: 'time',
  timestamp: 'datetime-local',
};

function ValueInput({ id, input, error, onChange }: ValueInputProps) {
  const shared = { id, size: 'xs', error, className: 'parameter-value' } as const;
  const change = (value: string): void => onChange({ ...input, value });
  if (input.type === 'null') return <TextInput {...shared} value="null" disabled />;
  if (isListInput(input)) {
    return (
      <TagsInput
        {...shared}
        placeholder={input.values.length === 0 ? 'Enter adds a value' : ''}
        allowDuplicates
        acceptValueOnBlur
        splitChars={input.type === 'text[]' ? [] : [',']}
        value={input.values}
        onChange={(values) => onChange({ ...input, values: separated(input.type, values) })}
      />
    );
  }
  if (input.type === 'boolean') {
    return (
      <NativeSelect
        {...shared}
        data={['', 'true', 'false']}
        value={input.value}
        onChange={(event) => change(event.currentTarget.value)}
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
