import { elementType, isList, type QueryParameter, type ScalarType } from '@sluice/contracts';

type JsonSchema = Record<string, unknown>;

/** The JSON forms of each type. Decimals and 64-bit integers can be strings, which keep all digits. */
const scalarSchemas: Record<ScalarType, JsonSchema> = {
  text: { type: 'string' },
  integer: { type: ['integer', 'string'] },
  decimal: { type: ['number', 'string'] },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string' },
  timestamp: { type: 'string' },
  timestamptz: { type: 'string', format: 'date-time' },
  uuid: { type: 'string', format: 'uuid' },
  json: {},
};

/** Returns the JSON schema of the values of a defined parameter. */
export function valueSchema(definition: QueryParameter): JsonSchema {
  const { type, label, description, required, options } = definition;
  const scalar = scalarSchemas[elementType(type)];
  const element = options === undefined ? scalar : { ...scalar, enum: options };
  const schema = isList(type)
    ? { type: 'array', items: element, ...(required && { minItems: 1 }) }
    : element;
  return {
    ...(required || !('type' in schema) ? schema : { anyOf: [schema, { type: 'null' }] }),
    ...(label !== undefined && { title: label }),
    ...(description !== undefined && { description }),
    ...(definition.default !== undefined && { default: definition.default }),
  };
}
