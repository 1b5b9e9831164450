import { quoteName } from '../../schema/quote-name.js';
import type { Catalog, Column } from './catalog.js';
import { nameOption, ownName, ownNameOption, type StatementContext } from './name-options.js';
import type { Ranked } from './ranking.js';
import {
  expressionsOf,
  outputColumnsOf,
  relationsOf,
  type Expressions,
  type Relation,
} from './relations.js';
import type { Level } from './token-tree.js';

interface ScopeContext extends StatementContext {
  catalog: Catalog;
  isQuoted: boolean;
}

const NO_EXPRESSIONS: Expressions = new Map();

/** Returns the common table expressions visible at the innermost level. */
export const visibleExpressions = (levels: readonly Level[], catalog: Catalog): Expressions =>
  levels.reduceRight((seen, { nodes }) => expressionsOf(nodes, catalog, seen), NO_EXPRESSIONS);

/** Returns the relations of each level, innermost first. */
export function scopeOf(levels: readonly Level[], catalog: Catalog): Relation[][] {
  const expressions = visibleExpressions(levels, catalog);
  return levels.map(({ query }) => relationsOf(query, catalog, expressions));
}

/** Returns the completions for common table expressions. */
export function expressionsInScope(levels: readonly Level[], context: ScopeContext): Ranked[] {
  const expressions = [...visibleExpressions(levels, context.catalog).values()];
  return expressions.map(({ name }) => ({
    ...ownNameOption(name, context, 'with'),
    group: 0,
    use: 0,
  }));
}

/** Returns the completions for columns of the query and of outer queries, and for their relations. */
export function columnsInScope(levels: readonly Level[], context: ScopeContext): Ranked[] {
  const options: Ranked[] = [];
  const hidden = new Set<string>();
  for (const relations of scopeOf(levels, context.catalog)) {
    const counts = columnCounts(relations);
    for (const relation of relations) {
      options.push(...columnOptions(relation, counts, hidden, context, options.length));
    }
    // A column of an inner query hides outer columns of the same name.
    for (const name of counts.keys()) hidden.add(name);
    for (const { name } of relations) {
      if (name !== '') options.push({ ...ownNameOption(name, context, 'alias'), group: 2, use: 0 });
    }
  }
  return unique(options);
}

/** Returns how many relations have a column of each name. */
function columnCounts(relations: Relation[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { columns } of relations) {
    for (const { name } of columns) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function columnOptions(
  { name: owner, columns }: Relation,
  counts: Map<string, number>,
  hidden: ReadonlySet<string>,
  context: ScopeContext,
  firstUse: number,
): Ranked[] {
  const quoted = (name: string): string => quoteName(name, context.dialectName);
  const prefix = owner === '' ? '' : `${ownName(owner, context)}.`;
  return [...columns.entries()]
    .filter(([, { name }]) => !hidden.has(name))
    .map(([use, { name, dataType }]) => {
      // The name alone would be ambiguous.
      const isShared = (counts.get(name) ?? 0) > 1 && !context.isQuoted;
      return {
        ...columnOption({ name, dataType }, context, owner),
        ...(isShared && { apply: prefix + quoted(name) }),
        group: 1,
        use: firstUse + use,
      };
    });
}

/** A column without a type is one that the statement names. */
function columnOption(
  { name, dataType }: Column,
  context: StatementContext,
  owner: string,
): Pick<Ranked, 'label' | 'apply' | 'detail'> {
  const detail = [owner, dataType].filter(Boolean).join(' · ');
  return dataType === '' ? ownNameOption(name, context, detail) : nameOption(name, context, detail);
}

/** Returns the completions for the named columns of the select list, which ORDER BY and GROUP BY can use. */
export function selectedColumns(
  { query }: Level,
  levels: readonly Level[],
  context: ScopeContext,
): Ranked[] {
  const columns = outputColumnsOf(
    query,
    context.catalog,
    visibleExpressions(levels, context.catalog),
  );
  return columns.map(({ name, dataType }, use) => ({
    ...columnOption({ name, dataType }, context, 'select list'),
    group: 1,
    use: use - columns.length,
  }));
}

function unique(options: Ranked[]): Ranked[] {
  const seen = new Set<string>();
  return options.filter(({ label, apply, detail }) => {
    const key = JSON.stringify([label, apply, detail]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
