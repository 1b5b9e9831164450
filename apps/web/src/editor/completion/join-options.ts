import { quoteName } from '../../schema/quote-name.js';
import type { Catalog } from './catalog.js';
import { foreignKeysBetween, referencedTables, type TableName } from './foreign-keys.js';
import { ownName, type StatementContext } from './name-options.js';
import type { Ranked } from './ranking.js';
import { isSameName, relationsOf, type Relation } from './relations.js';
import { visibleExpressions } from './scope.js';
import { isSymbol, wordOf, type Level } from './token-tree.js';

interface JoinContext extends StatementContext {
  catalog: Catalog;
}

/** The columns that a join compares. */
interface JoinPair {
  joined: Relation;
  other: Relation;
  /** Pairs of compared columns: one of the joined relation, one of the other. */
  columns: [string, string][];
  isForeignKey: boolean;
}

/** A table to which a relation of the statement refers. */
export interface JoinableTable extends TableName {
  by: string;
}

/**
 * Returns the conditions that join the last table before the cursor: first by foreign keys, as far as they are known,
 * then by names: `customer_id` refers to `id` of `customers`, and two columns named `customer_id` belong together.
 */
export function joinConditions(levels: readonly Level[], context: JoinContext): Ranked[] {
  if (wordOf(levels[0]?.before.at(-1)) !== 'on') return [];
  const { dialectName } = context;
  const written = ({ name }: Relation, column: string): string =>
    `${ownName(name, context)}.${quoteName(column, dialectName)}`;
  return pairsOf(levels, context).flatMap(({ joined, other, columns, isForeignKey }, index) => {
    const sides = columns.map(([one, two]) => [written(joined, one), written(other, two)] as const);
    const conditions = [
      sides.map(([one, two]) => `${one} = ${two}`),
      sides.map(([one, two]) => `${two} = ${one}`),
    ];
    return conditions.map((compared) => ({
      label: compared.join(' and '),
      detail: isForeignKey ? 'foreign key' : 'join',
      isCondition: true,
      group: 0,
      use: index,
    }));
  });
}

/** Returns the columns of the owner that a join condition compares, in lower case. */
export const joinColumnsOf = (
  owner: string,
  levels: readonly Level[],
  context: JoinContext,
): ReadonlySet<string> =>
  new Set(
    isInCondition(levels[0])
      ? pairsOf(levels, context).flatMap(({ joined, other, columns }) =>
          columns.flatMap(([joinedColumn, otherColumn]) => [
            ...(isSameName(joined.name, owner) ? [joinedColumn.toLowerCase()] : []),
            ...(isSameName(other.name, owner) ? [otherColumn.toLowerCase()] : []),
          ]),
        )
      : [],
  );

/** Returns whether the name at the cursor is an operand of the first comparison after ON. */
function isInCondition(level: Level | undefined): boolean {
  const before = level?.before ?? [];
  const on = before.findLastIndex((node) => wordOf(node) === 'on');
  const rest = before.slice(on + 1);
  return on >= 0 && !rest.some((node) => wordOf(node) === 'where' || isSymbol(node, ','));
}

/** Returns the columns that both sides of `join … using (` have. */
export function usingColumns(levels: readonly Level[], context: JoinContext): ReadonlySet<string> {
  const [, outer] = levels;
  if (outer === undefined || wordOf(outer.before.at(-1)) !== 'using') return new Set();
  const relations = relationsBefore(outer, levels, context);
  const joined = relations.at(-1);
  const others = relations.slice(0, -1).flatMap(({ columns }) => columns);
  const shared = (joined?.columns ?? []).filter(({ name }) =>
    others.some((other) => isSameName(other.name, name)),
  );
  return new Set(shared.map(({ name }) => name.toLowerCase()));
}

const relationsBefore = (
  level: Level,
  levels: readonly Level[],
  { catalog }: JoinContext,
): Relation[] => relationsOf(level.before, catalog, visibleExpressions(levels, catalog));

function pairsOf(levels: readonly Level[], context: JoinContext): JoinPair[] {
  const [level] = levels;
  if (level === undefined) return [];
  const relations = relationsBefore(level, levels, context).filter(({ name }) => name !== '');
  const joined = relations.at(-1);
  if (joined === undefined) return [];
  const others = relations.slice(0, -1).toReversed();
  const pairs = (
    other: Relation,
    compared: [string, string][][],
    isForeignKey = false,
  ): JoinPair[] => compared.map((columns) => ({ joined, other, columns, isForeignKey }));
  const { catalog } = context;
  const foreignKeys = others.flatMap((other) => [
    ...pairs(other, foreignKeysBetween(other, joined, catalog).map(turned), true),
    ...pairs(other, foreignKeysBetween(joined, other, catalog), true),
  ]);
  const references = others.flatMap((other) => [
    ...pairs(
      other,
      referencesFrom(other, joined).map((columns) => turned([columns])),
    ),
    ...pairs(
      other,
      referencesFrom(joined, other).map((columns) => [columns]),
    ),
  ]);
  const shared = others.flatMap((other) => {
    const names = joined.columns
      .map(({ name }) => name)
      .filter((name) => isKey(name) && other.columns.some((each) => isSameName(each.name, name)));
    return pairs(
      other,
      names.map((name) => [[name, name]]),
    );
  });
  return distinct([...foreignKeys, ...references, ...shared]);
}

const turned = (columns: [string, string][]): [string, string][] =>
  columns.map(([one, two]) => [two, one]);

/** Keeps the first of equal pairs. */
function distinct(pairs: JoinPair[]): JoinPair[] {
  const seen = new Set<string>();
  return pairs.filter(({ other, columns }) => {
    const key = JSON.stringify([other.name, columns]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Returns the tables to which the tables before `join` refer by foreign keys. */
export function joinableTables(levels: readonly Level[], context: JoinContext): JoinableTable[] {
  const [level] = levels;
  if (level === undefined || wordOf(level.before.at(-1)) !== 'join') return [];
  const { catalog } = context;
  return referencedTables(relationsBefore(level, levels, context), catalog).map(
    ({ table: { schema, table }, by }) => ({ schema, name: table.name, by: by.name }),
  );
}

/** Returns the columns of a relation that name another, each with the key of that one. */
function referencesFrom(from: Relation, to: Relation): [string, string][] {
  const key = to.columns.find(({ name }) => isSameName(name, 'id'));
  if (key === undefined) return [];
  return from.columns
    .filter(({ name }) => {
      const [, subject] = /^(.+)_id$/i.exec(name) ?? [];
      return subject !== undefined && isNamedAs(to.table, subject);
    })
    .map(({ name }) => [name, key.name]);
}

/** Returns whether a column name looks like a key, as `order_id` and `sku_code` do; `id` alone names any row. */
const isKey = (name: string): boolean => /.[_ ]?(?:id|key|code|uuid|sk|no)$/i.test(name);

/** Returns whether a table is named after a subject, as `customers` and `dim_customer` are after `customer`. */
function isNamedAs(table: string, subject: string): boolean {
  const [name, singular] = [table.toLowerCase(), subject.toLowerCase()];
  const plurals = [singular, `${singular}s`, `${singular}es`, singular.replace(/y$/, 'ies')];
  return plurals.some((plural) => name === plural || name.endsWith(`_${plural}`));
}
