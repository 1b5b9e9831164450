import { editDistance, nearest } from '@sluice/config';
import { connectionSchema, createConnectionSchema } from '@sluice/contracts';
import { definitions, type DriverDefinition, type DriverField } from '@sluice/drivers/definitions';
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionData, DataCarrier } from './data.js';

/** A field of a request that cannot be taken: nothing is known by its name, or it contradicts another field. */
export type RefusedField =
  | { path: string; name: string; suggestion: string }
  | { path: string; name: string; contradicts: string };

/** Connection fields of requests and answers, which stand at the top level of a body. */
const ownFields = [
  ...new Set([
    ...Object.keys(connectionSchema.shape),
    ...Object.keys(createConnectionSchema.shape),
  ]),
];

/** Which keys at the top level of a body are refused: each unknown one, or those that were meant for a driver. */
export type TopLevelRule = 'every-unknown' | 'meant-for-driver';

/**
 * A request with each driver field under its own key instead of an alias, and the fields to refuse. Every unknown
 * key of `data` is refused. The specification has unknown keys at the top level ignored, so of these only those are
 * refused that look like a connection or driver field: a lost `postgresSsl` would be a connection without TLS.
 */
export function nameFields(
  definition: DriverDefinition,
  request: DataCarrier,
  rule: TopLevelRule,
): { named: DataCarrier; refused: RefusedField[] } {
  const { data, ...top } = request;
  const inData = nameGroup(definition, data ?? {}, 'data.');
  const atTop = nameGroup(definition, top, '', ownFields);
  // No client has so many fields of its own, and each would have to be compared.
  const isTooMany = atTop.unknown.length > maxNamed;
  const isRefused = ({ name }: UnknownField): boolean =>
    rule === 'every-unknown' || isTooMany || isMeantForDriver(definition, name);
  const unknown = [
    ...inData.unknown.slice(0, maxNamed).map((field) => ({ field, known: [] })),
    ...atTop.unknown
      .filter(isRefused)
      .slice(0, maxNamed)
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

/** Looking for the nearest key takes time: a body of 1 MiB may have 100,000 unknown ones. */
const maxNamed = 100;

/** No key is as long. */
const maxCompared = 64;

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

/** The first alias of a field that was given. */
const aliasIn = (given: ConnectionData, definition: DriverDefinition, key: string): string =>
  Object.keys(given).find((name) => name !== key && keyOf(definition, name) === key) ?? key;

/** The key of the driver field that is called so; undefined when none is. */
export const keyOf = ({ fields }: DriverDefinition, name: string): string | undefined =>
  fields.find((field) => namesOf(field).includes(name))?.key;

/** Every name that a driver field is accepted under. */
export const namesOf = ({ key, aliases = [] }: DriverField): string[] => [key, ...aliases];

/** Capitals and separators tell no two fields apart. */
const fold = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

const driverNames = new Set(definitions.flatMap(({ fields }) => fields.flatMap(namesOf)).map(fold));
const writableNames = new Set(Object.keys(createConnectionSchema.shape).map(fold));
const prefixes = definitions.flatMap(({ fieldPrefixes }) => fieldPrefixes);

/** A key of at least so many letters that differs in one letter is a slip; shorter words differ by chance. */
const slipLength = 5;

/**
 * Whether a key begins with the name of an engine (`postgresSsl`), is written like a field of the connection or of
 * any driver but for capitals and separators (`readonly`, `ssl_self_signed`), or is one letter away from a field of
 * this driver (`pasword`).
 */
function isMeantForDriver({ fields }: DriverDefinition, name: string): boolean {
  const folded = fold(name);
  return (
    withoutPrefix(name) !== name ||
    driverNames.has(folded) ||
    writableNames.has(folded) ||
    fields.flatMap(namesOf).some((known) => isSlip(folded, fold(known)))
  );
}

const isSlip = (name: string, known: string): boolean =>
  name.length >= slipLength &&
  Math.abs(name.length - known.length) <= 1 &&
  editDistance(name, known) === 1;

/** `postgresSsl` as `Ssl`. */
function withoutPrefix(name: string): string {
  const lower = name.toLowerCase();
  const lengths = prefixes
    .filter((each) => lower.startsWith(each) && lower !== each)
    .map((each) => each.length);
  return name.slice(Math.max(0, ...lengths));
}

/** The key that was probably meant. */
function suggestionFor(definition: DriverDefinition, name: string, known: string[]): string {
  const keys = new Map(known.map((each) => [fold(each), each]));
  for (const field of definition.fields) {
    for (const each of namesOf(field)) keys.set(fold(each), field.key);
  }
  const candidates = [...keys.keys()];
  const close = nearest(fold(withoutPrefix(name)).slice(0, maxCompared), candidates);
  return keys.get(close) ?? close;
}
