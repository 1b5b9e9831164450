import type { ParameterType } from '@sluice/contracts';

/** The choice in the type menu of a parameter: a type, a type by the form of the value, or null. */
export type InputType = ParameterType | 'auto' | 'null';

/** A parameter as it is entered; lists have a text for each element. */
export interface ParameterInput {
  type: InputType;
  value: string;
  values: string[];
}

/** Parameters as the API takes them. */
export interface SentParameters {
  parameters: Record<string, unknown>;
  parameterTypes: Record<string, ParameterType>;
}

export const emptyInput: ParameterInput = { type: 'auto', value: '', values: [] };

/** Returns the input of a parameter. Its name may be that of a method of every object, such as `toString`. */
export const inputOfName = (
  inputs: Readonly<Record<string, ParameterInput>>,
  name: string,
): ParameterInput => (Object.hasOwn(inputs, name) ? inputs[name] : undefined) ?? emptyInput;

/** Whether the input is a list. */
export const isListInput = ({ type }: ParameterInput): boolean => type.endsWith('[]');

/** Returns the input with another type. The value stays if the type changes between one value and a list. */
export function retyped(input: ParameterInput, type: InputType): ParameterInput {
  const changed = { ...input, type };
  if (isListInput(changed) === isListInput(input)) return changed;
  return isListInput(changed)
    ? { ...changed, values: input.value === '' ? [] : [input.value] }
    : { ...changed, value: input.values[0] ?? '' };
}

/** Returns the inputs of parameters that a batch was run with. */
export function inputsOf(
  parameters: Readonly<Record<string, unknown>> | null,
  types: Readonly<Record<string, ParameterType>> | null,
): Record<string, ParameterInput> {
  return Object.fromEntries(
    Object.entries(parameters ?? {}).map(([name, value]) => [name, inputOf(value, types?.[name])]),
  );
}

function inputOf(value: unknown, type: ParameterType = 'text'): ParameterInput {
  if (value === null) return { ...emptyInput, type: 'null' };
  if (Array.isArray(value)) return { ...emptyInput, type, values: value.map(String) };
  return { ...emptyInput, type, value: typeof value === 'string' ? value : JSON.stringify(value) };
}
