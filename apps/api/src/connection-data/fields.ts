import { editDistance, nearest } from '@sluice/config';
import { connectionSchema, createConnectionSchema } from '@sluice/contracts';
import { definitions, type DriverDefinition, type DriverField } from '@sluice/drivers/definitions';
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionData, DataCarrier } from './data.js';

/** A refused field of a request: its name is unknown, or its value contradicts another field. */
export type RefusedField =
  | { path: string; name: string; suggestion: string }
  | { path: string; name: string; contradicts: string };

/** The connection's own fields, at the top level of a body. */
const ownFields = [
  ...new Set([
    ...Object.keys(connectionSchema.shape),
    ...Object.keys(createConnectionSchema.shape),
  ]),
];

/**
 * The refused keys at the top level of a body: every unknown one, or those intended for a driver.
 */
export type TopLevelRule = 'every-unknown' | 'meant-for-driver';

/**
 * Returns the request with driver fields under their keys instead of aliases, and the refused
 * fields. Unknown keys in `data` are always refused. At the top level the specification ignores
 * unknown keys, so only those are refused that look like a connection or driver field: ignoring
 * `postgresSsl` would create a connection without TLS.
 */
export function nameFields(
  definition: DriverDefinition,
  request: DataCarrier,
  rule: TopLevelRule,
): { named: DataCarrier; refused: RefusedField[] } {
  const { data, ...top } = request;
  const inData = nameGroup(definition, data ?? {}, 'data.');
  const atTop = nameGroup(definition, top, '', ownFields);
  // No client sends so many other fields, and comparing each takes time.
  const isTooMany = atTop.unknown.length > MAX_NAMED;
  const isRefused = ({ name }: UnknownField): boolean =>
    rule === 'every-unknown' || isTooMany || isMeantForDriver(definition, name);
  const unknown = [
    ...inData.unknown.slice(0, MAX_NAMED).map((field) => ({ field, known: [] })),
    ...atTop.unknown
      .filter(isRefused)
      .slice(0, MAX_NAMED)
      .map((field) => ({ field, known: ownFields })),
  ];
  return {
    named: { ...atTop.named, ...(data !== undefined && { data: inData.named }) },
    refused: [
      ...inData.contradictions,
      ...atTop.contradictions,
      ...unknown.map(({ field, known }) => ({
        ...field,
        suggestion: suggestionFor(definition, field.name, known),
      })),
    ],
  };
}

interface UnknownField {
  path: string;
  name: string;
}

/** Searching the nearest key takes time: a body of 1 MiB can have 100,000 unknown ones. */
const MAX_NAMED = 100;

/** Longer than every key. */
const MAX_COMPARED = 64;

function nameGroup(
  definition: DriverDefinition,
  given: ConnectionData,
  prefix: string,
  known: string[] = [],
) {
  const named = new Map<string, unknown>();
  const unknown: UnknownField[] = [];
  const contradictions: RefusedField[] = [];
  const keys = new Map(
    definition.fields.flatMap((field) => namesOf(field).map((name) => [name, field.key] as const)),
  );
  for (const name of known) keys.set(name, name);
  for (const [name, value] of Object.entries(given)) {
    const key = keys.get(name);
    if (key === undefined) {
      unknown.push({ path: `${prefix}${name}`, name });
      named.set(name, value);
    } else if (named.has(key) && !isDeepStrictEqual(named.get(key), value)) {
      const [alias, other] = name === key ? [aliasIn(given, definition, key), name] : [name, key];
      contradictions.push({ path: `${prefix}${alias}`, name: alias, contradicts: other });
    } else {
      named.set(key, value);
    }
  }
  return { named: Object.fromEntries(named), unknown, contradictions };
}

/** Returns the first alias of a field that was sent. */
const aliasIn = (given: ConnectionData, definition: DriverDefinition, key: string): string =>
  Object.keys(given).find((name) => name !== key && keyOf(definition, name) === key) ?? key;

/** Returns the key of the driver field with this name; undefined when there is none. */
export const keyOf = ({ fields }: DriverDefinition, name: string): string | undefined =>
  fields.find((field) => namesOf(field).includes(name))?.key;

/** Returns every name of a driver field. */
export const namesOf = ({ key, aliases = [] }: DriverField): string[] => [key, ...aliases];

/** Names are compared without case and separators. */
const fold = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

const driverNames = new Set(definitions.flatMap(({ fields }) => fields.flatMap(namesOf)).map(fold));
const writableNames = new Set(Object.keys(createConnectionSchema.shape).map(fold));
const prefixes = definitions.flatMap(({ fieldPrefixes }) => fieldPrefixes);

/**
 * Minimum length of a key for which one different letter counts as a typo: shorter words differ by
 * chance.
 */
const MIN_TYPO_LENGTH = 5;

/**
 * Returns whether a key starts with the name of an engine (`postgresSsl`), equals a field of the
 * connection or of any driver except for case and separators (`readonly`, `ssl_self_signed`), or
 * differs in one letter from a field of this driver (`pasword`).
 */
function isMeantForDriver({ fields }: DriverDefinition, name: string): boolean {
  const folded = fold(name);
  return (
    withoutPrefix(name) !== name ||
    driverNames.has(folded) ||
    writableNames.has(folded) ||
    fields.flatMap(namesOf).some((known) => isTypo(folded, fold(known)))
  );
}

const isTypo = (name: string, known: string): boolean =>
  name.length >= MIN_TYPO_LENGTH &&
  Math.abs(name.length - known.length) <= 1 &&
  editDistance(name, known) === 1;

/** For example `postgresSsl` becomes `Ssl`. */
function withoutPrefix(name: string): string {
  const lower = name.toLowerCase();
  const lengths = prefixes
    .filter((each) => lower.startsWith(each) && lower !== each)
    .map((each) => each.length);
  return name.slice(Math.max(0, ...lengths));
}

/** Returns the key that was probably intended. */
function suggestionFor(definition: DriverDefinition, name: string, known: string[]): string {
  const keys = new Map(known.map((each) => [fold(each), each]));
  for (const field of definition.fields) {
    for (const each of namesOf(field)) keys.set(fold(each), field.key);
  }
  const candidates = [...keys.keys()];
  const close = nearest(fold(withoutPrefix(name)).slice(0, MAX_COMPARED), candidates);
  return keys.get(close) ?? close;
}
