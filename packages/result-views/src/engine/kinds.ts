import type { Datatype } from '@sluice/contracts';
import { momentKeySql, numberKeySql } from './keys.js';

/** How the values of a column are compared. */
export type Kind =
  | { is: 'text' }
  | { is: 'boolean' }
  | { is: 'integer' }
  | { is: 'decimal'; width: 18 | 38; scale: number }
  | { is: 'double' }
  /** Numbers beyond every type, and texts between numbers: see keys.ts. */
  | { is: 'numberKey' }
  | { is: 'date' }
  | { is: 'timestamp'; type: 'TIMESTAMP' | 'TIMESTAMP_NS'; suffix: 'Z' | '' }
  /** Moments with offsets from UTC, which a cast to TIMESTAMP would ignore. */
  | { is: 'moment' }
  | { is: 'momentKey' };

/** A kind and whether the stored texts can be written again from the values. */
export interface Choice {
  kind: Kind;
  isLossless: boolean;
}

/** The parts of a column that its kind depends on. */
export interface TypedColumn {
  datatype: Datatype;
  dbType: string;
}

/** Answers a query with one row of numbers about the stored texts `s` of a column. */
export type Count = (expressions: string[]) => Promise<number[]>;

/** The type of DuckDB that holds the values of a kind. */
export function typeOf(kind: Kind): string {
  switch (kind.is) {
    case 'text':
    case 'numberKey':
    case 'momentKey':
      return 'VARCHAR';
    case 'boolean':
      return 'BOOLEAN';
    case 'integer':
      return 'BIGINT';
    case 'decimal':
      return `DECIMAL(${String(kind.width)},${String(kind.scale)})`;
    case 'double':
      return 'DOUBLE';
    case 'date':
      return 'DATE';
    case 'timestamp':
      return kind.type;
    case 'moment':
      return 'TIMESTAMP';
  }
}

/** SQL that makes a value of a stored text. */
export function valueSql(kind: Kind, text: string): string {
  switch (kind.is) {
    case 'text':
      return text;
    case 'numberKey':
      return numberKeySql(text);
    case 'momentKey':
      return momentKeySql(text);
    case 'moment':
      return `cast(try_cast(${text} as TIMESTAMPTZ) as TIMESTAMP)`;
    case 'boolean':
    case 'integer':
    case 'decimal':
    case 'double':
    case 'date':
    case 'timestamp':
      return `try_cast(${text} as ${typeOf(kind)})`;
  }
}

/** SQL that writes the stored text of a value. */
export function textSql(kind: Kind, value: string): string {
  if (kind.is === 'text') return value;
  const text = `cast(${value} as varchar)`;
  return kind.is === 'timestamp' ? `replace(${text}, ' ', 'T') || '${kind.suffix}'` : text;
}

/** Texts that are not written again exactly. */
const changed = (kind: Kind): string =>
  `count(*) filter (s is not null and ${textSql(kind, valueSql(kind, 's'))} is distinct from s)`;

/** Texts that the type cannot hold. */
const unreadable = (kind: Kind): string =>
  `count(*) filter (s is not null and ${valueSql(kind, 's')} is null)`;

/** Database types of floating-point numbers. */
const floats = /float|double|^real$/i;

/** Chooses the kind of a column by its datatype and by all of its values. */
export async function chooseKind(column: TypedColumn, count: Count): Promise<Choice> {
  switch (column.datatype) {
    case 'number':
      return chooseNumber(column, count);
    case 'date':
      return firstLossless([{ is: 'date' }], count, { is: 'momentKey' });
    case 'datetime':
      return chooseMoment(count);
    case 'boolean':
      return firstLossless([{ is: 'boolean' }], count, { is: 'text' });
    case 'string':
    case 'time':
    case 'json':
    case 'binary':
      return { kind: { is: 'text' }, isLossless: true };
  }
}

async function firstLossless(kinds: Kind[], count: Count, otherwise: Kind): Promise<Choice> {
  for (const kind of kinds) {
    const [differing] = await count([changed(kind)]);
    if (differing === 0) return { kind, isLossless: true };
  }
  return { kind: otherwise, isLossless: otherwise.is === 'text' };
}

async function chooseNumber({ dbType }: TypedColumn, count: Count): Promise<Choice> {
  const double: Kind = { is: 'double' };
  if (floats.test(dbType)) {
    const [failing] = await count([unreadable(double)]);
    if (failing === 0) return { kind: double, isLossless: false };
  }
  const integer: Kind = { is: 'integer' };
  const [differing] = await count([changed(integer)]);
  if (differing === 0) return { kind: integer, isLossless: true };
  const decimal = await chooseDecimal(count);
  if (decimal !== null) return decimal;
  // Only floating-point numbers have exponents.
  const [exponents, failing] = await count([
    `count(*) filter (contains(lower(s), 'e+') or contains(lower(s), 'e-'))`,
    unreadable(double),
  ]);
  const isDouble = exponents !== 0 && failing === 0;
  return { kind: isDouble ? double : { is: 'numberKey' }, isLossless: false };
}

const MAX_DIGITS = 38;
const SMALL_DIGITS = 18;

/** Returns null if a value is not decimal or has too many digits. */
async function chooseDecimal(count: Count): Promise<Choice | null> {
  const fraction = `case when contains(s, '.') then strlen(s) - instr(s, '.') else 0 end`;
  const [others, most = 0, least = 0, whole = 0] = await count([
    `count(*) filter (not regexp_full_match(s, '-?[0-9]+([.][0-9]+)?'))`,
    `coalesce(max(${fraction}), 0)`,
    `coalesce(min(${fraction}), 0)`,
    `coalesce(max(strlen(ltrim(split_part(s, '.', 1), '-'))), 0)`,
  ]);
  if (others !== 0 || whole + most > MAX_DIGITS) return null;
  const width = whole + most <= SMALL_DIGITS ? SMALL_DIGITS : MAX_DIGITS;
  const kind: Kind = { is: 'decimal', width, scale: most };
  if (most !== least) return { kind, isLossless: false };
  const [differing] = await count([changed(kind)]);
  return { kind, isLossless: differing === 0 };
}

async function chooseMoment(count: Count): Promise<Choice> {
  const [texts, utc, long, offsets] = await count([
    'count(s)',
    `count(*) filter (ends_with(s, 'Z'))`,
    // A timestamp has microseconds: more digits would be lost.
    `count(*) filter (regexp_matches(s, '[.][0-9]{7}'))`,
    `count(*) filter (regexp_matches(s, '[0-9][+-][0-9:]+$') and contains(s, ':'))`,
  ]);
  const moment: Kind = { is: 'moment' };
  if (offsets !== 0) return orMomentKey(moment, count);
  const suffix = utc === texts ? 'Z' : '';
  const type = long === 0 ? 'TIMESTAMP' : 'TIMESTAMP_NS';
  const kind: Kind = { is: 'timestamp', type, suffix };
  const [differing] = await count([changed(kind)]);
  return differing === 0 ? { kind, isLossless: true } : orMomentKey(kind, count);
}

async function orMomentKey(kind: Kind, count: Count): Promise<Choice> {
  const [failing] = await count([unreadable(kind)]);
  return { kind: failing === 0 ? kind : { is: 'momentKey' }, isLossless: false };
}
