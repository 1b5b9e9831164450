import type { SQLDialect } from '@codemirror/lang-sql';
import type { Catalog, Namespace } from './catalog.js';
import { cursorContextOf, type CursorContext } from './cursor-context.js';
import { keywordsOf } from './keywords.js';
import type { Token } from './lexer.js';
import { nameOption, tablesIn } from './name-options.js';
import type { Ranked } from './ranking.js';
import { isSameName } from './relations.js';
import { columnsInScope, expressionsInScope, scopeOf } from './scope.js';
import { groupsOf, isSymbol, levelsAt, type Level } from './token-tree.js';

/** The completions at a position. */
export interface Candidates {
  /** Returns the completions that may match the typed text. */
  options(typed: string): Ranked[];
  /** Returns whether the typed text is one of the candidates. */
  isComplete(typed: string): boolean;
}

/** A position in a statement, and the catalog of its connection. */
export interface CompletionRequest {
  tokens: Token[];
  /** Offset of the name to complete; the tokens do not include it. */
  pos: number;
  isQuoted: boolean;
  isNewLine: boolean;
  dialect: SQLDialect;
  dialectName: string | undefined;
  catalog: Catalog;
}

/** The catalog of a connection whose schema is unknown. */
export const noCatalog: Catalog = {
  namespaces: [],
  defaultNamespace: null,
  namespace: () => undefined,
  columns: () => undefined,
};

/**
 * Returns the completions at a position; null if there are none. At positions of new names there are completions
 * only for an explicit request.
 */
export function candidatesAt(request: CompletionRequest, isExplicit: boolean): Candidates | null {
  const { tokens, pos, catalog, isQuoted } = request;
  const levels = levelsAt(groupsOf(tokens), pos);
  const owner = ownerOf(tokens, pos);
  if (owner.length > 0) return membersOf(owner, levels, request);
  const previous = tokens.findLast(({ to }) => to <= pos);
  if (isSymbol(previous, '.')) return null;
  const found = cursorContextOf(levels, request.isNewLine);
  const isNewName = found === 'name' || (found === 'word' && isQuoted);
  if (isNewName && !isExplicit) return null;
  const context = isNewName ? 'expression' : found;
  const takesTables = context === 'expression' || context === 'table';
  const fixed = [
    ...(takesTables || context === 'statement' ? inScope(context, levels, request) : []),
    ...(isQuoted ? [] : keywordOptions(context, request.dialect)),
    ...(takesTables ? schemaOptions(request) : []),
  ];
  return candidatesFrom(
    fixed,
    (typed) => (takesTables ? tableOptions(catalog, typed, request) : []),
    (typed) => takesTables && catalog.defaultNamespace?.table(typed) !== undefined,
  );
}

const inScope = (
  context: CursorContext,
  levels: readonly Level[],
  request: CompletionRequest,
): Ranked[] =>
  context === 'table' ? expressionsInScope(levels, request) : columnsInScope(levels, request);

function candidatesFrom(
  fixed: Ranked[],
  tables: (typed: string) => Ranked[],
  isTable: (typed: string) => boolean,
): Candidates {
  const labels = new Set(fixed.map(({ label }) => label.toLowerCase()));
  return {
    options: (typed) => [...withTypedCase(typed, fixed), ...tables(typed)],
    isComplete: (typed) => typed !== '' && (labels.has(typed.toLowerCase()) || isTable(typed)),
  };
}

/** Returns keywords in upper case if the typed text is in upper case. */
function withTypedCase(typed: string, options: Ranked[]): Ranked[] {
  if (!/^\p{Lu}{2}/u.test(typed) || /\p{Ll}/u.test(typed)) return options;
  return options.map((option) =>
    option.type === 'keyword' ? { ...option, label: option.label.toUpperCase() } : option,
  );
}

/** Returns the qualifying names before the cursor, such as `schema.table.`. */
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

/** Returns the columns of a table or alias, or the tables of a schema. */
function membersOf(
  owner: readonly string[],
  levels: readonly Level[],
  request: CompletionRequest,
): Candidates | null {
  const { catalog } = request;
  const [schema, table = ''] = owner.length > 1 ? owner.slice(-2) : [undefined, owner[0]];
  const relation =
    schema === undefined
      ? scopeOf(levels, catalog)
          .flat()
          .find(({ name }) => isSameName(name, table))
      : undefined;
  // A schema after FROM looks like a table without columns while its table is typed.
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

function keywordOptions(context: CursorContext, dialect: SQLDialect): Ranked[] {
  if (context === 'table') return [];
  const group = context === 'statement' ? 0 : 3;
  return keywordsOf(dialect)
    .filter(({ type }) => context !== 'type' || type === 'type')
    .map(({ label, type, use }) => ({ label, type, use, group: type === 'type' ? 5 : group }));
}

const schemaOptions = (request: CompletionRequest): Ranked[] =>
  request.catalog.namespaces.flatMap(({ name }) =>
    name === null ? [] : [{ ...nameOption(name, request, 'schema'), group: 6, use: 0 }],
  );

function tableOptions(catalog: Catalog, typed: string, request: CompletionRequest): Ranked[] {
  const { namespaces, defaultNamespace } = catalog;
  const others = namespaces.filter((namespace) => namespace !== defaultNamespace);
  // Without typed text, the tables of all schemas would be too many to be useful.
  const qualified = typed === '' || request.isQuoted ? [] : others;
  return [
    ...optionalTables(defaultNamespace, typed, request),
    ...qualified.flatMap((namespace) => tablesIn(namespace, typed, request, 7, true)),
  ];
}

const optionalTables = (
  namespace: Namespace | null,
  typed: string,
  request: CompletionRequest,
): Ranked[] => (namespace === null ? [] : tablesIn(namespace, typed, request, 4, false));
