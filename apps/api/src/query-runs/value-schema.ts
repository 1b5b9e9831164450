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

/** The JSON schema of an object with the values of the parameters of a query. */
export interface ValuesSchema {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
  additionalProperties: false;
}

/** Returns the JSON schema of the values of these placeholders; undefined ones may have any value. */
export function valuesSchema(
  names: readonly string[],
  definitions: readonly QueryParameter[],
): ValuesSchema {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const isNeeded = (name: string): boolean => {
    const definition = byName.get(name);
    return definition === undefined || (definition.required && definition.default === undefined);
  };
  const schemaOf = (name: string): JsonSchema => {
    const definition = byName.get(name);
    return definition === undefined ? {} : valueSchema(definition);
  };
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, schemaOf(name)])),
    required: names.filter(isNeeded),
    additionalProperties: false,
  };
}

/** Returns the JSON schema of the values of a defined parameter. */
function valueSchema(definition: QueryParameter): JsonSchema {
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
