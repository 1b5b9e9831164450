import { quoteName } from '../../schema/quote-name.js';
import type { Catalog } from './catalog.js';
import { nameOption } from './name-options.js';
import type { Ranked } from './ranking.js';
import { expressionsOf, relationsOf, type Expressions, type Relation } from './relations.js';
import type { Level } from './token-tree.js';

interface ScopeContext {
  catalog: Catalog;
  dialectName: string | undefined;
  isQuoted: boolean;
}

const NO_EXPRESSIONS: Expressions = new Map();

/** Returns the common table expressions visible at the innermost level. */
const visibleExpressions = (levels: readonly Level[], catalog: Catalog): Expressions =>
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
    ...nameOption(name, context, 'with'),
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
      options.push(...columnOptions(relation, counts, hidden, context));
    }
    // A column of an inner query hides outer columns of the same name.
    for (const name of counts.keys()) hidden.add(name);
    for (const { name } of relations) {
      if (name !== '') options.push({ ...nameOption(name, context, 'alias'), group: 2, use: 0 });
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
): Ranked[] {
  const quoted = (name: string): string => quoteName(name, context.dialectName);
  const prefix = owner === '' ? '' : `${quoted(owner)}.`;
  return [...columns.entries()]
    .filter(([, { name }]) => !hidden.has(name))
    .map(([use, { name, dataType }]) => {
      // The name alone would be ambiguous.
      const isShared = (counts.get(name) ?? 0) > 1 && !context.isQuoted;
      return {
        ...nameOption(name, context, [owner, dataType].filter(Boolean).join(' · ')),
        ...(isShared && { apply: prefix + quoted(name) }),
        group: 1,
        use,
      };
    });
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
