import { connectionSchema } from '@sluice/contracts';
import type { DriverDefinition, DriverField } from '@sluice/drivers/definitions';
import type { FieldError } from '@sluice/errors';

/** Values of a driver's fields by key, as stored under a connection. */
export type ConnectionData = Record<string, unknown>;

/** A request body: driver fields stand in `data` or beside the connection's own fields. */
export interface DataCarrier {
  data?: ConnectionData | undefined;
  [field: string]: unknown;
}

const ownFields = new Set(Object.keys(connectionSchema.shape));
const maxTextLength = 1_024;
const maxLongTextLength = 100_000;

/**
 * The driver fields that a request changes. Clients send back what they read, where a field stands
 * twice: the place that differs from what is stored tells the change, `data` first. An empty secret
 * means the stored one; null removes a field. A secret that is given again counts, though it is the
 * stored one: an answer that told them apart would confirm a guess.
 */
export function changesOf(
  definition: DriverDefinition,
  request: DataCarrier,
  stored: ConnectionData,
): ConnectionData {
  const changes: ConnectionData = {};
  for (const field of definition.fields) {
    const places = ownFields.has(field.key)
      ? [own(request.data, field.key)]
      : [own(request.data, field.key), own(request, field.key)];
    const isSecret = field.secret === true;
    const given = places.filter((value) => value !== undefined && !(isSecret && value === ''));
    const change =
      given.find((value) => value !== stored[field.key]) ?? (isSecret ? given[0] : undefined);
    if (change !== undefined) changes[field.key] = change;
  }
  return changes;
}

const own = (values: ConnectionData | undefined, key: string): unknown =>
  values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;

/** Stored data with changes applied: only fields that the driver knows, and none that are null. */
export function mergeData(
  definition: DriverDefinition,
  stored: ConnectionData,
  changes: ConnectionData,
): ConnectionData {
  const merged = { ...stored, ...changes };
  const keys = definition.fields.map((field) => field.key);
  return Object.fromEntries(
    keys
      .filter((key) => merged[key] !== undefined && merged[key] !== null)
      .map((key) => [key, merged[key]]),
  );
}

/** Whether a field may name a folder with a Unix socket in it where it names a host otherwise. */
export type AllowsSocket = (key: string) => boolean;

/** What is wrong with the values of a driver's fields. */
export const problemsOf = (
  definition: DriverDefinition,
  data: ConnectionData,
  allowsSocket: AllowsSocket,
): FieldError[] =>
  definition.fields.flatMap((field) => {
    const message = problemOf(field, data[field.key], allowsSocket);
    return message === null ? [] : [{ path: `data.${field.key}`, message }];
  });

/** A host that is a folder: PostgreSQL's clients look there for a socket. */
export const isSocketFolder = (value: unknown): boolean =>
  typeof value === 'string' && value.trim().startsWith('/');

function problemOf(field: DriverField, value: unknown, allowsSocket: AllowsSocket): string | null {
  if (value === undefined || value === '') {
    return field.required === true ? 'is required' : null;
  }
  if (field.formType === 'CHECKBOX') {
    return typeof value === 'boolean' ? null : 'must be of type boolean';
  }
  if (typeof value !== 'string') return 'must be of type string';
  const limit = field.formType === 'TEXTAREA' ? maxLongTextLength : maxTextLength;
  if (value.length > limit) return `must have at most ${limit} characters`;
  if (field.required === true && value.trim() === '') return 'is required';
  // Of the worker's machine, whose operator says which folder may be dialled.
  if (isHost(field) && isSocketFolder(value) && !allowsSocket(field.key)) {
    return 'must be a host name or an address';
  }
  return null;
}

const isHost = (field: DriverField): boolean => /host$/i.test(field.key);

/**
 * A stored secret goes only where it was given for: when the place that a connection points to
 * changes, its secrets must come with the change. What is at fault otherwise.
 */
export function secretsToRepeat(
  definition: DriverDefinition,
  stored: ConnectionData,
  changes: ConnectionData,
  driverChanged: boolean,
): FieldError[] {
  const pointsElsewhere =
    driverChanged ||
    definition.fields.some(
      (field) =>
        field.endpoint === true &&
        field.key in changes &&
        !(isBlank(changes[field.key]) && isBlank(stored[field.key])),
    );
  if (!pointsElsewhere) return [];
  return definition.fields
    .filter((field) => field.secret === true && !isBlank(stored[field.key]))
    .filter((field) => !(field.key in changes))
    .map((field) => ({
      path: `data.${field.key}`,
      message: 'must be given again, because where the connection points changes',
    }));
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false;

/** Data for an answer: every secret is empty. */
export const withoutSecrets = (
  definition: DriverDefinition,
  data: ConnectionData,
): ConnectionData =>
  Object.fromEntries(
    definition.fields
      .filter((field) => field.secret === true || data[field.key] !== undefined)
      .map((field) => [field.key, field.secret === true ? '' : data[field.key]]),
  );

/** The non-secret fields, which answers repeat at the top level. */
export const plainFields = (definition: DriverDefinition, data: ConnectionData): ConnectionData =>
  Object.fromEntries(
    definition.fields
      .filter((field) => field.secret !== true && data[field.key] !== undefined)
      .map((field) => [field.key, data[field.key]]),
  );
