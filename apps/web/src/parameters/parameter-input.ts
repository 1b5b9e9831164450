import type { ParameterType } from '@sluice/contracts';
import { isList, ParameterError, readParameter } from '@sluice/contracts/parameter-values';

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
export const isListInput = ({ type }: ParameterInput): boolean =>
  type !== 'auto' && type !== 'null' && isList(type);

const forms: readonly (readonly [ParameterType, RegExp])[] = [
  ['integer', /^-?(?:0|[1-9]\d{0,17})$/],
  ['decimal', /^-?(?:0|[1-9]\d*)\.\d+$/],
  ['boolean', /^(?:true|false)$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['timestamp', /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/],
  ['timestamptz', /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/],
];

/** The type that is sent for an input. */
export function typeOfInput({ type, value }: ParameterInput): ParameterType {
  if (type === 'null') return 'text';
  if (type !== 'auto') return type;
  return forms.find(([, form]) => form.test(value.trim()))?.[0] ?? 'text';
}

/** Returns the problem of an input as the end of a sentence that starts with “The value”; null if it can be sent. */
export function problemOf(input: ParameterInput): string | null {
  if (input.type === 'auto' && input.value === '') return 'is missing';
  try {
    readParameter(valueOf(input), typeOfInput(input));
    return null;
  } catch (error) {
    if (error instanceof ParameterError) return error.message;
    throw error;
  }
}

/** Returns the inputs of these names as the API takes them. */
export function sentParameters(
  inputs: Readonly<Record<string, ParameterInput>>,
  names: readonly string[],
): SentParameters {
  const given = names.map((name) => [name, inputOfName(inputs, name)] as const);
  return {
    parameters: Object.fromEntries(given.map(([name, input]) => [name, valueOf(input)])),
    parameterTypes: Object.fromEntries(given.map(([name, input]) => [name, typeOfInput(input)])),
  };
}

function valueOf(input: ParameterInput): unknown {
  if (input.type === 'null') return null;
  if (isListInput(input)) return input.values;
  return input.type === 'auto' ? input.value.trim() : input.value;
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
