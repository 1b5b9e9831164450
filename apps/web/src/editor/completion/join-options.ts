import { quoteName } from '../../schema/quote-name.js';
import type { Catalog } from './catalog.js';
import { ownName, type StatementContext } from './name-options.js';
import type { Ranked } from './ranking.js';
import { isSameName, relationsOf, type Relation } from './relations.js';
import { visibleExpressions } from './scope.js';
import { isSymbol, wordOf, type Level } from './token-tree.js';

interface JoinContext extends StatementContext {
  catalog: Catalog;
}

/** Two columns that a join compares. */
interface JoinPair {
  joined: Relation;
  joinedColumn: string;
  other: Relation;
  otherColumn: string;
}

/**
 * Returns the conditions that join the last table before the cursor. The schema has no foreign keys, so names decide:
 * `customer_id` refers to `id` of `customers`, and two columns named `customer_id` belong together.
 */
export function joinConditions(levels: readonly Level[], context: JoinContext): Ranked[] {
  if (wordOf(levels[0]?.before.at(-1)) !== 'on') return [];
  const { dialectName } = context;
  const written = ({ name }: Relation, column: string): string =>
    `${ownName(name, context)}.${quoteName(column, dialectName)}`;
  return pairsOf(levels, context).flatMap(({ joined, joinedColumn, other, otherColumn }, index) => {
    const [one, two] = [written(joined, joinedColumn), written(other, otherColumn)];
    return [`${one} = ${two}`, `${two} = ${one}`].map((label) => ({
      label,
      detail: 'join',
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
      ? pairsOf(levels, context).flatMap(({ joined, joinedColumn, other, otherColumn }) => [
          ...(isSameName(joined.name, owner) ? [joinedColumn.toLowerCase()] : []),
          ...(isSameName(other.name, owner) ? [otherColumn.toLowerCase()] : []),
        ])
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
  const references = others.flatMap((other) => [
    ...referencesFrom(other, joined).map(([otherColumn, joinedColumn]) => ({
      ...{ joined, joinedColumn, other, otherColumn },
    })),
    ...referencesFrom(joined, other).map(([joinedColumn, otherColumn]) => ({
      ...{ joined, joinedColumn, other, otherColumn },
    })),
  ]);
  const shared = others.flatMap((other) =>
    joined.columns
      .map(({ name }) => name)
      .filter((name) => isKey(name) && other.columns.some((each) => isSameName(each.name, name)))
      .map((name) => ({ joined, joinedColumn: name, other, otherColumn: name })),
  );
  return [...references, ...shared];
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
