import { quoteName } from '../../schema/quote-name.js';
import type { Catalog, Namespace } from './catalog.js';
import { clauseWords } from './clause-words.js';
import { clauseOf, cursorContextOf, type CursorContext } from './cursor-context.js';
import { datePartOptions } from './date-parts.js';
import { functionOptions } from './function-options.js';
import { likelyWordsAt } from './likely-words.js';
import {
  joinableTables,
  joinColumnsOf,
  joinConditions,
  usingColumns,
  type JoinableTable,
} from './join-options.js';
import type { Keyword } from './keywords.js';
import type { Token } from './lexer.js';
import {
  MAX_TABLES,
  nameOption,
  ownNameOption,
  tablesIn,
  type StatementContext,
} from './name-options.js';
import type { Ranked } from './ranking.js';
import { qualifierAt } from './qualifier.js';
import { isSameName } from './relations.js';
import { columnsInScope, expressionsInScope, scopeOf, selectedColumns } from './scope.js';
import { snippetOptions } from './snippets.js';
import { groupsOf, isSymbol, levelsAt, type Level } from './token-tree.js';

/** Returns the completions for a typed text. `isCut`: the list was cut, so another text may have further completions. */
export type Candidates = (typed: string) => { options: Ranked[]; isCut: boolean };

/** A position in a statement, and the catalog of its connection. */
export interface CompletionRequest extends StatementContext {
  tokens: Token[];
  /** Offset of the name to complete; the tokens do not include it. */
  from: number;
  isQuoted: boolean;
  isNewLine: boolean;
  keywords: Keyword[];
  catalog: Catalog;
}

/**
 * Returns the completions at a position; null if there are none. At positions of new names there are completions
 * only for an explicit request.
 */
export function candidatesAt(request: CompletionRequest, isExplicit: boolean): Candidates | null {
  const { tokens, from: pos, catalog, isQuoted } = request;
  const levels = levelsAt(groupsOf(tokens), pos);
  const owner = qualifierAt(tokens, pos).map(({ text }) => text);
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
    ...(isQuoted
      ? []
      : [
          ...datePartOptions(levels, request.dialectName),
          ...wordOptions(context, levels, request),
          ...snippetOptions(context),
        ]),
    ...(takesTables ? schemaOptions(request) : []),
  ];
  const joinable = context === 'table' ? joinableTables(levels, request) : [];
  return (typed) =>
    withTables(
      [...fixed, ...joinable.map((table, use) => joinableOption(table, use, request))],
      takesTables ? tableLists(catalog, typed, request, joinable) : [],
    );
}

/** Returns the completions for the names of the statement. */
function inScope(
  context: CursorContext,
  levels: readonly Level[],
  request: CompletionRequest,
): Ranked[] {
  if (context === 'table') return expressionsInScope(levels, request);
  const [level] = levels;
  const columns = columnsInScope(levels, request);
  const shared = usingColumns(levels, request);
  if (shared.size > 0)
    return columns.filter(({ label }) => shared.has(label.toLowerCase())).map(unqualified);
  const clause = level === undefined ? undefined : clauseOf(level.before);
  const known = new Set(columns.map(({ label }) => label.toLowerCase()));
  const selected =
    level !== undefined && afterSelectList.has(clause ?? '')
      ? selectedColumns(level, levels, request).filter(
          ({ label }) => !known.has(label.toLowerCase()),
        )
      : [];
  return [...(request.isQuoted ? [] : joinConditions(levels, request)), ...selected, ...columns];
}

/** Clauses that can use the named columns of the select list. */
const afterSelectList = new Set(['by', 'having', 'qualify']);

/** USING takes the name of the column in both tables. */
const unqualified = ({ apply, ...option }: Ranked): Ranked => ({
  ...option,
  ...(apply !== undefined && { apply: apply.slice(apply.indexOf('.') + 1) }),
});

const withTables = (fixed: Ranked[], lists: Ranked[][]): ReturnType<Candidates> => ({
  options: [...fixed, ...lists.flat()],
  isCut: lists.some(({ length }) => length === MAX_TABLES),
});

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
  const columns = isKnown ? relation.columns : catalog.table(schema, table)?.table.columns;
  const compared = joinColumnsOf(table, levels, request);
  const fixed = (columns ?? []).map(({ name, dataType }, use) => ({
    ...(dataType === '' ? ownNameOption(name, request, '') : nameOption(name, request, dataType)),
    group: compared.has(name.toLowerCase()) ? 0 : 1,
    use,
  }));
  const namespace =
    schema === undefined && columns === undefined ? catalog.namespace(table) : undefined;
  if (fixed.length === 0 && namespace === undefined) return null;
  return (typed) =>
    withTables(
      fixed,
      namespace === undefined ? [] : [tablesIn(namespace, typed, request, 2, false)],
    );
}

/** Returns the keywords and functions; a name that is both is a function, or a clause such as `left`. */
function wordOptions(
  context: CursorContext,
  levels: readonly Level[],
  request: CompletionRequest,
): Ranked[] {
  const { dialectName, keywords } = request;
  const options = keywordOptions(context, keywords);
  if (context === 'statement' || context === 'type') return options;
  const functions = functionOptions(dialectName, context === 'table');
  const names = new Set(functions.map(({ label }) => label));
  if (context === 'word') {
    const likely = likelyWordsAt(levels[0]);
    return options
      .filter(({ label }) => !names.has(label) || clauseWords.has(label))
      .map((option) => ({ ...option, use: likely.get(option.label) ?? option.use }));
  }
  return [...functions, ...options.filter(({ label }) => !names.has(label))];
}

function keywordOptions(context: CursorContext, keywords: Keyword[]): Ranked[] {
  if (context === 'table') return [];
  const group = context === 'statement' ? 0 : 3;
  return keywords
    .filter(({ type }) => context !== 'type' || type === 'type')
    .map(({ label, type, use }) => ({ label, type, use, group: type === 'type' ? 5 : group }));
}

const schemaOptions = (request: CompletionRequest): Ranked[] =>
  request.catalog.namespaces.flatMap(({ name }) =>
    name === null ? [] : [{ ...nameOption(name, request, 'schema'), group: 6, use: 0 }],
  );

function joinableOption(
  { schema, name, by }: JoinableTable,
  use: number,
  request: CompletionRequest,
): Ranked {
  const { catalog, dialectName, isQuoted } = request;
  const option = nameOption(name, request, `referenced by ${by}`);
  const isDefault = schema === null || schema === catalog.defaultNamespace?.name;
  const apply = isDefault
    ? option.apply
    : `${quoteName(schema, dialectName)}.${quoteName(name, dialectName)}`;
  return { ...option, ...(apply !== undefined && !isQuoted && { apply }), group: 0, use };
}

function tableLists(
  catalog: Catalog,
  typed: string,
  request: CompletionRequest,
  joinable: readonly JoinableTable[],
): Ranked[][] {
  const { namespaces, defaultNamespace } = catalog;
  const rest = (namespace: Namespace, group: number, isQualified: boolean): Ranked[] => {
    const offered = joinable.filter(({ schema }) => schema === namespace.name);
    return tablesIn(namespace, typed, request, group, isQualified).filter(
      ({ label }) => !offered.some(({ name }) => name === label),
    );
  };
  const others = namespaces.filter((namespace) => namespace !== defaultNamespace);
  // Without typed text, the tables of all schemas would be too many to be useful.
  const qualified = typed === '' || request.isQuoted ? [] : others;
  return [
    ...(defaultNamespace === null ? [] : [rest(defaultNamespace, 4, false)]),
    ...qualified.map((namespace) => rest(namespace, 7, true)),
  ];
}
