import {
  elementType,
  isList,
  MAX_PARAMETER_VALUES,
  ParameterError,
  readDefinedParameter,
  readParameter,
  type CreateBatch,
  type Parameter,
  type QueryParameter,
} from '@sluice/contracts';
import { userValue, type BatchRepository, type StoredParameters } from '@sluice/database';
import { badRequest, type FieldError } from '@sluice/errors';
import type { StatementPiece } from '@sluice/sql';
import type { Principal } from '../identity/principal/index.js';

/** The parameters of a request body. */
export interface ParameterBody extends Pick<CreateBatch, 'parameters' | 'parameterTypes'> {
  /** Definitions of the saved query that is run. */
  definitions?: readonly QueryParameter[] | undefined;
}

/** More problems would make a long response of no use. */
const MAX_PROBLEMS = 100;

/** A placeholder's name starts like this for a value of the user. */
const USER = 'user.';

/**
 * Checks the parameters of a batch against the placeholders of its statements and adds the values of the user. Undefined
 * without placeholders.
 *
 * @throws AppError 400 that names each missing, unknown or malformed parameter
 */
export async function readParameters(
  users: Pick<BatchRepository, 'templateUser'>,
  principal: Principal,
  { parameters = {}, parameterTypes = {}, definitions = [] }: ParameterBody,
  statements: readonly StatementPiece[],
): Promise<StoredParameters | undefined> {
  const placeholders = statements.flatMap((statement) => statement.placeholders ?? []);
  const names = new Set(placeholders.map(({ name }) => name));
  const problems: FieldError[] = [...unknownNames(parameters, parameterTypes, names)];
  const read = new Map<string, Parameter>();
  const definitionOf = new Map(definitions.map((definition) => [definition.name, definition]));
  const user = [...names].some((name) => name.startsWith(USER))
    ? await users.templateUser(principal.id)
    : null;
  for (const name of names) {
    const result = name.includes('.')
      ? ofUser(name, user)
      : ofBody(name, parameters, definitionOf.get(name) ?? ownValue(parameterTypes, name));
    if ('problem' in result) problems.push({ path: `parameters.${name}`, message: result.problem });
    else read.set(name, result);
  }
  for (const name of Object.keys(parameterTypes)) {
    if (!definitionOf.has(name)) continue;
    problems.push({ path: `parameterTypes.${name}`, message: 'is set by the query' });
  }
  problems.push(
    ...misplacedLists(placeholders, read),
    ...besideOwnMarks(statements),
    ...tooManyValues(statements, read),
  );
  if (problems.length > 0) throw badRequest(problems.slice(0, MAX_PROBLEMS));
  return names.size === 0 ? undefined : read;
}

/** A name may be that of a method of every object, such as `toString`. */
const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

type Result = Parameter | { problem: string };

function ofBody(
  name: string,
  parameters: NonNullable<ParameterBody['parameters']>,
  expected: QueryParameter | NonNullable<ParameterBody['parameterTypes']>[string] | undefined,
): Result {
  const value = ownValue(parameters, name);
  const isDefined = typeof expected === 'object';
  if (!isDefined && !Object.hasOwn(parameters, name))
    return { problem: `has no value: the text has {{${name}}}` };
  try {
    return isDefined ? readDefinedParameter(expected, value) : readParameter(value, expected);
  } catch (error) {
    if (error instanceof ParameterError) return { problem: error.message };
    throw error;
  }
}

function ofUser(name: string, user: Parameters<typeof userValue>[1] | null): Result {
  const value = user === null ? null : userValue(name, user);
  if (value === undefined || !name.startsWith(USER)) {
    return {
      problem:
        'is no value of the user: use user.id, user.email, user.name, user.role or user.data.<name>',
    };
  }
  if (value === null || value === '') return { problem: 'has no value for this user' };
  return { type: 'text', values: [{ type: 'text', value }] };
}

function* unknownNames(
  parameters: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, unknown>>,
  names: ReadonlySet<string>,
): Generator<FieldError> {
  const message = 'is not in the text';
  for (const name of Object.keys(parameters)) {
    if (!names.has(name)) yield { path: `parameters.${name}`, message };
  }
  for (const name of Object.keys(types)) {
    if (!names.has(name)) yield { path: `parameterTypes.${name}`, message };
  }
}

/** Outside of parentheses, the commas between the values would have another meaning. */
function misplacedLists(
  placeholders: readonly NonNullable<StatementPiece['placeholders']>[number][],
  read: StoredParameters,
): FieldError[] {
  const misplaced = placeholders.filter(
    ({ name, inParentheses }) => !inParentheses && isList(read.get(name)?.type ?? 'text'),
  );
  return [...new Set(misplaced.map(({ name }) => name))].map((name) => ({
    path: `parameters.${name}`,
    message: `is a list, which is bound inside parentheses only: in ({{${name}}})`,
  }));
}

/** The engine would count its own marks and ours as one list, and bind a value to the wrong one without an error. */
function besideOwnMarks(statements: readonly StatementPiece[]): FieldError[] {
  const markOf = new Map<string, string>();
  for (const { placeholders = [], ownMark } of statements) {
    if (ownMark === undefined) continue;
    for (const { name } of placeholders) if (!markOf.has(name)) markOf.set(name, ownMark.text);
  }
  return [...markOf].map(([name, mark]) => ({
    path: `parameters.${name}`,
    message: `{{${name}}} is in the same statement as ${mark}, a parameter mark of the database. Replace ${mark} with a placeholder`,
  }));
}

function tooManyValues(
  statements: readonly StatementPiece[],
  read: StoredParameters,
): FieldError[] {
  const counts = statements.map(({ placeholders = [] }) =>
    placeholders.reduce((sum, { name }) => sum + (read.get(name)?.values.length ?? 0), 0),
  );
  const most = Math.max(0, ...counts);
  if (most <= MAX_PARAMETER_VALUES) return [];
  const limit = MAX_PARAMETER_VALUES.toLocaleString('en');
  return [{ path: 'parameters', message: `bind more than ${limit} values in a statement` }];
}

/** The parameters of a batch as they can be sent again, with their types; without values of the user. */
export function presentParameters(stored: StoredParameters): {
  parameters: Record<string, unknown>;
  parameterTypes: Record<string, Parameter['type']>;
} | null {
  const own = [...stored].filter(([name]) => !name.includes('.'));
  if (own.length === 0) return null;
  return {
    parameters: Object.fromEntries(own.map(([name, parameter]) => [name, presentValue(parameter)])),
    parameterTypes: Object.fromEntries(own.map(([name, { type }]) => [name, type])),
  };
}

function presentValue({ type, values }: Parameter): unknown {
  const shown = values.map(({ value }) => presentScalar(elementType(type), value));
  return isList(type) ? shown : shown[0];
}

function presentScalar(type: ReturnType<typeof elementType>, value: string | null): unknown {
  if (value === null) return null;
  if (type === 'boolean') return value === 'true';
  const isNumber = type === 'integer' && Number.isSafeInteger(Number(value));
  return isNumber ? Number(value) : value;
}
