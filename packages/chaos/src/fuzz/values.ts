import type { OpenApiDocument } from '@sluice/testkit';
import type { Random } from '../plan/random.js';

/** The parts of a JSON schema that values are made from. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
}

/**
 * Makes values from the schemas of the document; the name of a field decides where ids are used.
 */
export interface ValueMaker {
  value(schema: unknown, field?: string): unknown;
}

/** Returns the usual values of a field by its name, so that requests pass validation. */
export type KnownTexts = (field: string) => readonly string[] | undefined;

const plainTexts = [
  'x',
  'select 1',
  'Ada',
  '',
  ' ',
  '0',
  'true',
  'null',
  '2026-03-01',
  'a'.repeat(300),
];

/** Creates values that are usually valid. */
export function createValueMaker(
  document: OpenApiDocument,
  random: Random,
  known: KnownTexts,
): ValueMaker {
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (document.components.schemas[name] ?? {});
  };
  const text = (field: string): string => {
    const texts = known(field);
    if (texts?.[0] !== undefined && random.chance(0.9)) return random.pick([texts[0], ...texts]);
    return random.pick(plainTexts as [string, ...string[]]);
  };
  const value = (given: unknown, field = ''): unknown => {
    const schema = resolve(given ?? {});
    if (schema.const !== undefined) return schema.const;
    if (schema.enum?.[0] !== undefined) return random.pick([schema.enum[0], ...schema.enum]);
    if (schema.anyOf?.[0] !== undefined) {
      return value(random.pick([schema.anyOf[0], ...schema.anyOf]), field);
    }
    const type: string = [schema.type].flat()[0] ?? 'string';
    switch (type) {
      case 'object':
        return objectOf(schema);
      case 'array':
        return Array.from({ length: random.whole(0, 3) }, () => value(schema.items, field));
      case 'boolean':
        return random.chance(0.5);
      case 'integer':
      case 'number':
        return random.whole(schema.minimum ?? 0, Math.min(schema.maximum ?? 100, 100_000));
      case 'null':
        return null;
      default:
        return text(field);
    }
  };
  const objectOf = (schema: Schema): Record<string, unknown> => {
    const made: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const isLikely = schema.required?.includes(name) === true || name === 'data';
      if (!random.chance(isLikely ? 0.97 : 0.3)) continue;
      made[name] = name === 'data' ? dataOf() : value(field, name);
    }
    return made;
  };
  /** Data of a connection or a user: any keys, some of which drivers know. */
  const dataOf = (): Record<string, unknown> =>
    Object.fromEntries(
      ['host', 'port', 'database', 'username', 'password', 'region', 'ssl']
        .filter(() => random.chance(0.85))
        .map((name) => [name, text(name)]),
    );
  return { value };
}
