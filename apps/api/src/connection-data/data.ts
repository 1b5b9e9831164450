import { connectionSchema } from '@sluice/contracts';
import {
  contradictionsOf,
  withImplied,
  type DriverDefinition,
  type DriverField,
} from '@sluice/drivers/definitions';
import type { FieldError } from '@sluice/errors';

/** Values of a driver's fields by key, as stored with a connection. */
export type ConnectionData = Record<string, unknown>;

/** A request body: driver fields are in `data` or at the top level. */
export interface DataCarrier {
  data?: ConnectionData | undefined;
  [field: string]: unknown;
}

const ownFields = new Set(Object.keys(connectionSchema.shape));
const MAX_TEXT_LENGTH = 1_024;
const MAX_LONG_TEXT_LENGTH = 100_000;

/**
 * Returns the driver fields that a request changes. Clients send back what they read, where a field
 * can occur twice: the occurrence that differs from the stored value is the change, `data` first.
 * An empty secret keeps the stored one; null removes a field. A repeated secret counts as a change
 * even if it equals the stored one: a response that differed would confirm a guess.
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
    const different = given.filter((value) => value !== stored[field.key]);
    // Not `??`: null is a change.
    const [change] = different.length > 0 || !isSecret ? different : given;
    if (change !== undefined) changes[field.key] = change;
  }
  return changes;
}

const own = (values: ConnectionData | undefined, key: string): unknown =>
  values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;

/**
 * Applies changes to stored data, keeping only known fields that are not null. A check box that another field implies is
 * stored as on, so that responses show the settings that the session uses.
 */
export function mergeData(
  definition: DriverDefinition,
  stored: ConnectionData,
  changes: ConnectionData,
): ConnectionData {
  const merged = withImplied(definition.fields, { ...stored, ...changes });
  const keys = definition.fields.map((field) => field.key);
  return Object.fromEntries(
    keys
      .filter((key) => merged[key] !== undefined && merged[key] !== null)
      .map((key) => [key, merged[key]]),
  );
}

/** Returns whether a host field may contain the folder of a Unix socket. */
export type AllowsSocket = (key: string) => boolean;

/** Returns the problems of the driver field values. */
export const problemsOf = (
  definition: DriverDefinition,
  data: ConnectionData,
  allowsSocket: AllowsSocket,
): FieldError[] => [
  ...definition.fields.flatMap((field) => {
    const message = problemOf(field, data[field.key], allowsSocket);
    return message === null ? [] : [{ path: `data.${field.key}`, message }];
  }),
  ...contradictionsOf(definition.fields, data).map(({ key, message }) => ({
    path: `data.${key}`,
    message,
  })),
];

/** Returns whether a host is a folder, in which PostgreSQL clients look for a socket. */
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
  const limit = field.formType === 'TEXTAREA' ? MAX_LONG_TEXT_LENGTH : MAX_TEXT_LENGTH;
  if (value.length > limit) return `must have at most ${limit} characters`;
  if (field.required === true && value.trim() === '') return 'is required';
  // A folder on the worker's machine; its operator decides which one may be used.
  if (isHost(field) && isSocketFolder(value) && !allowsSocket(field.key)) {
    return 'must be a host name or an address';
  }
  return null;
}

const isHost = (field: DriverField): boolean => /host$/i.test(field.key);

/**
 * A stored secret is only sent to the endpoint that it was entered for: when the endpoint changes,
 * the secrets must be sent again. Returns the missing ones.
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
      message: "must be sent again because the connection's endpoint changes",
    }));
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false;

/** Returns the data for a response, with empty secrets. */
export const withoutSecrets = (
  definition: DriverDefinition,
  data: ConnectionData,
): ConnectionData =>
  Object.fromEntries(
    definition.fields
      .filter((field) => field.secret === true || data[field.key] !== undefined)
      .map((field) => [field.key, field.secret === true ? '' : data[field.key]]),
  );

/** Returns the fields without secrets, which responses repeat at the top level. */
export const plainFields = (definition: DriverDefinition, data: ConnectionData): ConnectionData =>
  Object.fromEntries(
    definition.fields
      .filter((field) => field.secret !== true && data[field.key] !== undefined)
      .map((field) => [field.key, data[field.key]]),
  );
