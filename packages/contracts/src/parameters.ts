import { z } from 'zod';
import { parameterTypes } from './enums.js';

/** Maximum values of a batch's parameters, elements of lists included: engines bind 32,766 to 65,535. */
export const MAX_PARAMETER_VALUES = 10_000;

/** Name of a placeholder that a request can set: `user.id` and the like are not among them. */
export const parameterName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'must be a name of letters, digits and underscores');

/** Values of a batch's placeholders by name, as sent. */
export const parametersSchema = z
  .record(parameterName, z.unknown())
  .describe(
    'Values of the placeholders `{{name}}` by name. They are bound by the database driver and never become part of the ' +
      'text. A list binds one value for each element, null a typed null. Decimals and 64-bit integers can be strings.',
  );

/** Types of a batch's placeholders by name. */
export const parameterTypesSchema = z
  .record(parameterName, z.enum(parameterTypes))
  .describe(
    'Types of the parameters by name. Without a type, a string is text, a whole number integer, another number decimal, ' +
      'true and false boolean, and an array a list of the type of its elements.',
  );
