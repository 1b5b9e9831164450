import type { QueryParameter } from '@sluice/contracts';
import {
  emptyInput,
  inputOfName,
  inputsOf,
  retyped,
  type ParameterInput,
} from './parameter-input.js';

/** The definitions of a saved query's parameters by name. */
export type Definitions = ReadonlyMap<string, QueryParameter>;

export const noDefinitions: Definitions = new Map();

export const definitionsOf = (parameters: readonly QueryParameter[]): Definitions =>
  new Map(parameters.map((definition) => [definition.name, definition]));

/** Returns the inputs of these names: as entered, or the default, with the type of the definition. */
export const inputsOfNames = (
  inputs: Readonly<Record<string, ParameterInput>>,
  names: readonly string[],
  definitions: Definitions,
): Record<string, ParameterInput> =>
  Object.fromEntries(
    names.map((name) => [name, inputOfDefinition(inputs, name, definitions.get(name))]),
  );

function inputOfDefinition(
  inputs: Readonly<Record<string, ParameterInput>>,
  name: string,
  definition: QueryParameter | undefined,
): ParameterInput {
  const entered = inputOfName(inputs, name);
  if (definition === undefined) return entered;
  const { type, required } = definition;
  if (entered === emptyInput) return defaultInput(definition);
  return entered.type === 'null' && !required ? entered : retyped(entered, type);
}

function defaultInput({ name, type, default: value }: QueryParameter): ParameterInput {
  const input =
    value === undefined ? undefined : inputsOf({ [name]: value }, { [name]: type })[name];
  return input ?? { ...emptyInput, type };
}
