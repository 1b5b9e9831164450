import type { ParameterType } from '@sluice/contracts';
import { ParameterError, readParameter } from '@sluice/contracts/parameter-values';
import {
  inputOfName,
  isListInput,
  type ParameterInput,
  type SentParameters,
} from './parameter-input.js';

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
