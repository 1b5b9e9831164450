import { connectionPrefix, type EnvironmentConnection } from '@sluice/config';
import { createConnectionSchema } from '@sluice/contracts';
import { definitionFor } from '@sluice/drivers/definitions';
import type { FieldError } from '@sluice/errors';
import { checkConnection, type ConnectionDefinition } from './connection-definition.js';
import { keyOf, namesOf } from '../connection-data/index.js';

const wholeNumbers = ['idleTimeoutSeconds', 'maxRows', 'maxConcurrency', 'queryTimeoutSeconds'];
const flags = ['multiStatementTransactionEnabled', 'readOnly'];
const ownFields = Object.keys(createConnectionSchema.shape).filter(
  (field) => field !== 'id' && field !== 'data',
);

/** Connections defined in the environment. */
export interface EnvironmentDefinitions {
  connections: ConnectionDefinition[];
  /** Problems and warnings; their paths are variables. */
  problems: FieldError[];
  warnings: FieldError[];
}

/** Reads the connections defined in the environment. */
export function readEnvironmentConnections(
  given: EnvironmentConnection[],
  allowsSockets: boolean,
): EnvironmentDefinitions {
  const read = given.map((each) => readOne(each, allowsSockets));
  return {
    connections: read.flatMap(({ connection }) => (connection === null ? [] : [connection])),
    problems: read.flatMap(({ problems }) => problems),
    warnings: read.flatMap(({ warnings }) => warnings),
  };
}

function readOne({ id, fields }: EnvironmentConnection, allowsSockets: boolean) {
  const driver = fields.find(({ field }) => field.toLowerCase() === 'driver')?.value;
  const definition = driver === undefined ? undefined : definitionFor(driver);
  const names = definition?.fields.flatMap(namesOf) ?? [];
  const checkboxes = definition?.fields.filter(({ formType }) => formType === 'CHECKBOX') ?? [];
  const booleans = [...flags, ...checkboxes.flatMap(namesOf)];
  const variables = new Map<string, string>();
  const problems: FieldError[] = [];
  // A connection needs a name; the id is the default.
  const body: Record<string, unknown> = { id, name: id };
  for (const { field, variable, value } of fields) {
    // Some shells and orchestrators only support upper-case variables.
    const same = (each: string): boolean => each.toLowerCase() === field.toLowerCase();
    const key = [...ownFields, ...names].find(same) ?? field;
    const other = variables.get(key);
    if (other !== undefined) problems.push(problem(variable, `sets the same field as ${other}`));
    variables.set(key, variable);
    // Other values are passed to the check, which names the required type.
    if (wholeNumbers.includes(key)) body[key] = /^\d{1,10}$/.test(value) ? Number(value) : value;
    else if (booleans.includes(key)) body[key] = asFlag(value);
    else body[key] = value;
  }
  const checked = checkConnection(body, allowsSockets);
  const named = ({ path, message }: FieldError): FieldError[] => {
    const key = path.replace(/^data\./, '');
    // With an unknown driver its fields cannot be checked.
    if (definition === undefined && !ownFields.includes(key) && key !== 'id') return [];
    // The variable may use an alias of the field.
    const alias = names.find(
      (name) => variables.has(name) && definition && keyOf(definition, name) === key,
    );
    const variable = variables.get(key) ?? variables.get(alias ?? '');
    return [problem(variable ?? `${connectionPrefix}${id}__${key}`, message)];
  };
  problems.push(...checked.problems.flatMap(named));
  return {
    connection: problems.length > 0 ? null : checked.connection,
    problems,
    warnings: checked.warnings.flatMap(named),
  };
}

const asFlag = (value: string): boolean | string =>
  value === 'true' ? true : value === 'false' ? false : value;

const problem = (variable: string, message: string): FieldError => ({
  path: variable,
  message: `${variable} ${message}`,
});
