import type { CursorContext } from './cursor-context.js';
import type { Ranked } from './ranking.js';

/** Templates by label. A field `${name}` is selected to be typed over; fields of one name change together. */
const statements: Record<string, string> = {
  'select … from … where …': 'select ${columns}\nfrom ${table}\nwhere ${condition}',
  'select … group by …': 'select ${column}, count(*)\nfrom ${table}\ngroup by ${column}',
  'with … as (…) select …': 'with ${name} as (\n  ${query}\n)\nselect *\nfrom ${name}',
  'insert into … values …': 'insert into ${table} (${columns})\nvalues (${values})',
  'update … set … where …': 'update ${table}\nset ${column} = ${value}\nwhere ${condition}',
  'delete from … where …': 'delete from ${table}\nwhere ${condition}',
  'create table …': 'create table ${name} (\n  ${column} ${type}\n)',
  'create view … as …': 'create view ${name} as\n${query}',
};

const expressions: Record<string, string> = {
  'case when … then … end': 'case when ${condition} then ${value} else ${other} end',
};

/** Rank behind keywords at the start of a statement, and behind everything else in an expression. */
const optionsOf = (templates: Record<string, string>, group: number): Ranked[] =>
  Object.entries(templates).map(([label, template], use) => ({
    label,
    template,
    detail: 'snippet',
    type: 'snippet',
    group,
    use,
  }));

const known: Partial<Record<CursorContext, Ranked[]>> = {
  statement: optionsOf(statements, 1),
  expression: optionsOf(expressions, 8),
};

/** Returns the snippets that can start at a position. */
export const snippetOptions = (context: CursorContext): readonly Ranked[] => known[context] ?? [];
