import type { ParameterType } from './enums.js';
import {
  isList,
  ParameterError,
  readParameter,
  type BoundValue,
  type Parameter,
} from './parameter-values.js';

/** The part of a `QueryParameter` that values are checked by. */
export interface DefinedParameter {
  type: ParameterType;
  required: boolean;
  default?: unknown;
  options?: readonly (string | number)[] | undefined;
}

/**
 * Checks the value of a defined parameter as sent and returns it with the definition's type. Undefined is a value that
 * was not sent: the default, or null and an empty list for a parameter that is not required.
 *
 * @throws ParameterError
 */
export function readDefinedParameter(definition: DefinedParameter, value: unknown): Parameter {
  const { type, required } = definition;
  const sent = value ?? (value === undefined ? definition.default : null);
  if (required && sent === undefined) throw new ParameterError('has no value');
  const parameter = readParameter(sent ?? (isList(type) ? [] : null), type);
  const isEmpty = parameter.values.every((each) => each.value === null);
  if (required && isEmpty) throw new ParameterError('must have a value');
  requireOptions(definition, parameter);
  return parameter;
}

function requireOptions(definition: DefinedParameter, { values }: Parameter): void {
  if (definition.options === undefined) return;
  const permitted = new Set(definition.options.map((each) => readOption(each, definition)?.value));
  const isPermitted = ({ value }: BoundValue) => value === null || permitted.has(value);
  if (!values.every(isPermitted)) throw new ParameterError('must be one of the options');
}

/** Reads an option of a definition; for a list it is an element. @throws ParameterError */
export const readOption = (
  option: string | number,
  { type }: Pick<DefinedParameter, 'type'>,
): BoundValue | undefined => readParameter(isList(type) ? [option] : option, type).values[0];
