import type { ParameterType, QueryParameter } from '@sluice/contracts';
import { readDefinedParameter } from '@sluice/contracts/defined-parameters';
import { ParameterError, readParameter } from '@sluice/contracts/parameter-values';
import { noDefinitions, type Definitions } from './defined-inputs.js';
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
export function problemOf(input: ParameterInput, definition?: QueryParameter): string | null {
  if (input.type === 'auto' && input.value === '') return 'is missing';
  try {
    const value = valueOf(input, definition);
    if (definition === undefined) readParameter(value, typeOfInput(input));
    else readDefinedParameter(definition, value);
    return null;
  } catch (error) {
    if (error instanceof ParameterError) return error.message;
    throw error;
  }
}

/** Returns the first parameter whose value cannot be sent, with a message; undefined if there is none. */
export function firstProblem(
  inputs: Readonly<Record<string, ParameterInput>>,
  names: readonly string[],
  definitions: Definitions,
): { name: string; message: string } | undefined {
  for (const name of names) {
    const problem = problemOf(inputOfName(inputs, name), definitions.get(name));
    if (problem !== null) return { name, message: `The value of the parameter ${name} ${problem}` };
  }
  return undefined;
}

/** Returns the inputs of these names as the API takes them. */
export function sentParameters(
  inputs: Readonly<Record<string, ParameterInput>>,
  names: readonly string[],
  definitions: Definitions = noDefinitions,
): SentParameters {
  const given = names.map((name) => {
    const definition = definitions.get(name);
    const input = inputOfName(inputs, name);
    const type = definition?.type ?? typeOfInput(input);
    return { name, type, value: valueOf(input, definition) };
  });
  return {
    parameters: Object.fromEntries(given.map(({ name, value }) => [name, value])),
    parameterTypes: Object.fromEntries(given.map(({ name, type }) => [name, type])),
  };
}

/** An empty field is null, except for texts and for parameters that need a value. */
function valueOf(input: ParameterInput, definition?: QueryParameter): unknown {
  const isNull = definition?.required === false && input.value === '' && input.type !== 'text';
  if (input.type === 'null' || (isNull && !isListInput(input))) return null;
  if (isListInput(input)) return input.values;
  return input.type === 'auto' ? input.value.trim() : input.value;
}
