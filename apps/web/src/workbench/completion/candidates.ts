import type { SQLDialect } from '@codemirror/lang-sql';
import { quoted } from '../quoted.js';
import type { Catalog, Namespace } from './catalog.js';
import { keywordsOf } from './keywords.js';
import type { Token } from './lexer.js';
import { likeliest } from './likeliest.js';
import { placeOf, type Place } from './place.js';
import type { Ranked } from './ranking.js';
import {
  expressionsOf,
  isSame,
  relationsOf,
  type Expressions,
  type Relation,
} from './relations.js';
import { groupsOf, isSymbol, levelsAt, type Level } from './tree.js';

/** Tables that are ranked at a time: who wants another types on. */
const mostTables = 300;

/** What may be meant at a place. */
export interface Candidates {
  /** Those that may fit what is typed. */
  options(typed: string): Ranked[];
  /** Whether what is typed is one of them, and all of it. */
  isWhole(typed: string): boolean;
}

/** A place in a statement, and what is known of its database. */
interface Request {
  tokens: Token[];
  /** Where the name begins that is completed; it is in none of the tokens. */
  pos: number;
  isQuoted: boolean;
  isNewLine: boolean;
  dialect: SQLDialect;
  dialectName: string | undefined;
  catalog: Catalog;
}

/** Of a connection whose schema is not known. */
export const noCatalog: Catalog = {
  namespaces: [],
  usual: null,
  namespace: () => undefined,
  columns: () => undefined,
};

/** Returns what may be meant at a place; null where nothing is to be offered unless somebody asks. */
export function candidatesAt(request: Request, isAsked: boolean): Candidates | null {
  const { tokens, pos, catalog } = request;
  const levels = levelsAt(groupsOf(tokens), pos);
  const owner = ownerOf(tokens, pos);
  if (owner.length > 0) return membersOf(owner, levels, request);
  if (
    isSymbol(
      tokens.findLast(({ to }) => to <= pos),
      '.',
    )
  )
    return null;
  const found = placeOf(levels, request.isNewLine);
  const isUnknown = found === 'name' || (found === 'word' && request.isQuoted);
  if (isUnknown && !isAsked) return null;
  const place = isUnknown ? 'expression' : found;
  const inScope =
    place === 'table' ? tablesInScope(levels, request) : columnsInScope(levels, request);
  const fixed = [
    ...(place === 'expression' || place === 'table' || place === 'statement' ? inScope : []),
    ...(request.isQuoted ? [] : wordsAt(place, request.dialect)),
    ...(place === 'expression' || place === 'table' ? schemas(request) : []),
  ];
  const isNamed = place === 'expression' || place === 'table';
  const tables = (typed: string): Ranked[] => (isNamed ? tablesOf(catalog, typed, request) : []);
  return candidatesFrom(fixed, tables, (typed) => isNamed && hasTable(catalog, typed));
}

function candidatesFrom(
  fixed: Ranked[],
  tables: (typed: string) => Ranked[],
  isTable: (typed: string) => boolean,
): Candidates {
  const whole = new Set(fixed.map(({ label }) => label.toLowerCase()));
  return {
    options: (typed) => [...casedAs(typed, fixed), ...tables(typed)],
    isWhole: (typed) => typed !== '' && (whole.has(typed.toLowerCase()) || isTable(typed)),
  };
}

/** Words are offered in capitals to those who type them so. */
function casedAs(typed: string, options: Ranked[]): Ranked[] {
  if (!/^\p{Lu}{2}/u.test(typed) || /\p{Ll}/u.test(typed)) return options;
  return options.map((option) =>
    option.type === 'keyword' ? { ...option, label: option.label.toUpperCase() } : option,
  );
}

/** The names before the points that the cursor stands behind. */
function ownerOf(tokens: readonly Token[], pos: number): string[] {
  const names: string[] = [];
  let index = tokens.findLastIndex(({ to }) => to <= pos);
  while (isSymbol(tokens[index], '.')) {
    const name = tokens[index - 1];
    if (name?.kind !== 'word' && name?.kind !== 'quoted') break;
    names.unshift(name.text);
    index -= 2;
  }
  return names;
}

const outer: Expressions = new Map();

/** The common table expressions that a level sees: those of the levels around it, and its own. */
const expressionsAt = (levels: readonly Level[], catalog: Catalog): Expressions =>
  levels.reduceRight((seen, { nodes }) => expressionsOf(nodes, catalog, seen), outer);

/** What each level reads from, the innermost first. */
function scopeOf(levels: readonly Level[], catalog: Catalog): Relation[][] {
  const expressions = expressionsAt(levels, catalog);
  return levels.map(({ query }) => relationsOf(query, catalog, expressions));
}

function membersOf(
  owner: readonly string[],
  levels: readonly Level[],
  request: Request,
): Candidates | null {
  const { catalog } = request;
  const [schema, table = ''] = owner.length > 1 ? owner.slice(-2) : [undefined, owner[0]];
  const relation =
    schema === undefined
      ? scopeOf(levels, catalog)
          .flat()
          .find(({ name }) => isSame(name, table))
      : undefined;
  // A schema behind FROM, whose table is being typed, looks like a table.
  const isKnown = relation !== undefined && relation.columns.length > 0;
  const columns = isKnown ? relation.columns : catalog.columns(schema, table);
  const fixed = (columns ?? []).map(({ name, dataType }, use) => ({
    ...nameOption(name, request, dataType),
    group: 0,
    use,
  }));
  const namespace =
    schema === undefined && columns === undefined ? catalog.namespace(table) : undefined;
  if (fixed.length === 0 && namespace === undefined) return null;
  return candidatesFrom(
    fixed,
    (typed) => (namespace === undefined ? [] : tablesIn(namespace, typed, request, 1, false)),
    (typed) => namespace?.table(typed) !== undefined,
  );
}

/** Columns of what the query reads from, then of the queries around it, then the names of what they are of. */
function columnsInScope(levels: readonly Level[], request: Request): Ranked[] {
  const options: Ranked[] = [];
  const seen = new Set<string>();
  for (const relations of scopeOf(levels, request.catalog)) {
    const owners = new Map<string, number>();
    for (const { columns } of relations) {
      for (const { name } of columns) owners.set(name, (owners.get(name) ?? 0) + 1);
    }
    for (const { name: owner, columns } of relations) {
      const prefix = owner === '' ? '' : `${written(owner, request)}.`;
      for (const [use, { name, dataType }] of columns.entries()) {
        if (seen.has(name)) continue;
        // Of several that have it, the database would not know which is meant.
        const isShared = (owners.get(name) ?? 0) > 1 && !request.isQuoted;
        const option = nameOption(name, request, [owner, dataType].filter(Boolean).join(' · '));
        options.push({
          ...option,
          ...(isShared && { apply: prefix + written(name, request) }),
          group: 1,
          use,
        });
      }
    }
    for (const name of owners.keys()) seen.add(name);
    for (const { name } of relations) {
      if (name !== '') options.push({ ...nameOption(name, request, 'alias'), group: 2, use: 0 });
    }
  }
  return unique(options);
}

/** Common table expressions; tables are looked up as they are typed. */
function tablesInScope(levels: readonly Level[], request: Request): Ranked[] {
  const expressions = [...expressionsAt(levels, request.catalog).values()];
  return expressions.map(({ name }) => ({
    ...nameOption(name, request, 'with'),
    group: 0,
    use: 0,
  }));
}

function wordsAt(place: Place, dialect: SQLDialect): Ranked[] {
  if (place === 'table') return [];
  const group = place === 'statement' ? 0 : 3;
  return keywordsOf(dialect)
    .filter(({ type }) => place !== 'type' || type === 'type')
    .map(({ label, type, use }) => ({ label, type, use, group: type === 'type' ? 5 : group }));
}

const schemas = (request: Request): Ranked[] =>
  request.catalog.namespaces.flatMap(({ name }) =>
    name === null ? [] : [{ ...nameOption(name, request, 'schema'), group: 6, use: 0 }],
  );

function tablesOf({ namespaces, usual }: Catalog, typed: string, request: Request): Ranked[] {
  const others = namespaces.filter((namespace) => namespace !== usual);
  return [
    ...(usual === null ? [] : tablesIn(usual, typed, request, 4, false)),
    // A list of all tables of all schemas tells nothing.
    ...(typed === '' || request.isQuoted
      ? []
      : others.flatMap((namespace) => tablesIn(namespace, typed, request, 7, true))),
  ];
}

function tablesIn(
  { name: schema, candidates }: Namespace,
  typed: string,
  request: Request,
  group: number,
  isQualified: boolean,
): Ranked[] {
  return likeliest(candidates, typed, mostTables).map(({ label, detail = '' }) => ({
    ...nameOption(label, request, isQualified ? `${schema ?? ''} · ${detail}` : detail),
    ...(isQualified &&
      schema !== null && { apply: `${written(schema, request)}.${written(label, request)}` }),
    group,
    use: 0,
  }));
}

const hasTable = ({ usual }: Catalog, typed: string): boolean => usual?.table(typed) !== undefined;

const written = (name: string, { dialectName }: Request): string => quoted(name, dialectName);

function nameOption(
  name: string,
  request: Request,
  detail: string,
): Pick<Ranked, 'label' | 'apply' | 'detail'> {
  const apply = written(name, request);
  return { label: name, ...(apply !== name && { apply }), ...(detail !== '' && { detail }) };
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
