import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import {
  keywordCompletionSource,
  schemaCompletionSource,
  type SQLDialect,
  type SQLNamespace,
} from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';
import { candidatesOf, likeliest, type Candidate } from './likeliest.js';

/** How far around the cursor tables are looked for, in UTF-16 units: further than most statements go. */
const nearby = 20_000;

/** Names of tables that are offered at a time: who wants another types on. */
const mostTables = 300;

interface Named {
  /** As the editor offers them. */
  tables: Candidate[];
  byName: Map<string, SchemaTable>;
}

/**
 * Completes names of a schema. The editor's own source compares each name with all others when it is made,
 * seconds for 10,000 tables; so it gets only the tables that the text names, whose columns and aliases it
 * then finds, and the names of all tables are added here.
 */
export function schemaCompletion(
  dialect: SQLDialect,
  schema: ConnectionSchema | undefined,
): Extension {
  const offer = (autocomplete: CompletionSource): Extension =>
    dialect.language.data.of({ autocomplete });
  const keywords = offer(keywordsOf(dialect));
  return schema === undefined ? keywords : [offer(sourceOf(dialect, schema)), keywords];
}

/** Behind a point stand names, no keywords. */
function keywordsOf(dialect: SQLDialect): CompletionSource {
  const all = keywordCompletionSource(dialect);
  return (context) => (context.matchBefore(/[.][\p{L}\p{N}_$]*$/u) === null ? all(context) : null);
}

function sourceOf(dialect: SQLDialect, schema: ConnectionSchema): CompletionSource {
  const quote = dialect.spec.identifierQuotes?.[0] ?? '"';
  const hasSchemas = 'schemas' in schema;
  let read: Map<string, Named> | undefined;
  return async (context) => {
    // Not before somebody types: the schema is to be seen first.
    const namespaces = (read ??= namespacesOf(schema, quote));
    const [onlyName = ''] = namespaces.keys();
    const usual = namespaces.size === 1 ? onlyName : 'public';
    const words = wordsNear(context);
    const named: [string, SQLNamespace][] = [];
    for (const [name, all] of namespaces) named.push([name, tablesOf(all, words, quote)]);
    const found = await schemaCompletionSource({
      dialect,
      schema: hasSchemas ? Object.fromEntries(named) : (named[0]?.[1] ?? {}),
      ...(hasSchemas && { defaultSchema: usual }),
    })(context);
    if (found === null) return null;
    const parent = parentOf(context.state.sliceDoc(Math.max(0, found.from - 200), found.from));
    const all = namespaces.get(parent ?? usual);
    if (all === undefined) return found;
    const isQuoted = context.state.sliceDoc(found.from, found.from + 1) === quote;
    const isTable = ({ label }: Completion): boolean =>
      all.byName.has(isQuoted ? unquoted(label) : label);
    const others = found.options.filter((option) => !isTable(option));
    const optionsFor = (typed: string): Completion[] => {
      const tables = likeliest(all.tables, isQuoted ? typed.slice(1) : typed, mostTables);
      return [...(isQuoted ? tables.map((table) => quotedOf(table, quote)) : tables), ...others];
    };
    return narrowing(found, optionsFor, context);
  };
}

/** Chooses the options again at each key for as long as those of `found` would have been valid. */
function narrowing(
  { validFor, ...found }: CompletionResult,
  optionsFor: (typed: string) => Completion[],
  { state, pos }: CompletionContext,
): CompletionResult {
  return {
    ...found,
    options: optionsFor(state.sliceDoc(found.from, pos)),
    update: (current, from, to, context) =>
      validFor instanceof RegExp && validFor.test(context.state.sliceDoc(from, to))
        ? {
            ...current,
            from,
            to,
            options: optionsFor(context.state.sliceDoc(from, context.pos)),
          }
        : null,
  };
}

const namespacesOf = (schema: ConnectionSchema, quote: string): Map<string, Named> =>
  new Map(
    'schemas' in schema
      ? schema.schemas.map(({ name, tables }) => [name, namedOf(tables, quote)])
      : [['', namedOf(schema.tables, quote)]],
  );

function namedOf(tables: SchemaTable[], quote: string): Named {
  return {
    tables: candidatesOf(
      tables.map(({ name, type }) => ({ detail: type, ...labelOf(name, quote) })),
    ),
    byName: new Map(tables.map((table) => [table.name, table])),
  };
}

/** The words of the text around the cursor, whatever they are. */
function wordsNear({ state, pos }: CompletionContext): string[] {
  const text = state.sliceDoc(Math.max(0, pos - nearby), pos + nearby);
  return [...new Set(text.match(/[\p{L}\p{N}_$]+|"[^"\n]+"|`[^`\n]+`/gu))];
}

/** The tables that some of the words name, with their columns. */
function tablesOf({ byName }: Named, words: string[], quote: string): SQLNamespace {
  const tables = words.flatMap((word) => byName.get(word) ?? byName.get(unquoted(word)) ?? []);
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name.replaceAll('.', '\\.'),
      columns.map((column) => ({
        detail: column.dataType,
        ...labelOf(column.name, quote),
      })),
    ]),
  );
}

/** A name, which is put into the text in quotes where it must be. */
const labelOf = (name: string, quote: string): Pick<Completion, 'label' | 'apply'> => ({
  label: name,
  ...(!/^[a-z_][a-z0-9_]*$/.test(name) && { apply: quote + name + quote }),
});

const unquoted = (name: string): string => name.replace(/^["`]|["`]$/g, '');

/** The name before the point that a text ends in; undefined where it ends in none. */
function parentOf(before: string): string | undefined {
  const parent = /([\p{L}\p{N}_$]+|"[^"]+"|`[^`]+`)\.$/u.exec(before)?.[1];
  return parent === undefined ? undefined : unquoted(parent);
}

const quotedOf = ({ label, detail }: Completion, quote: string): Completion => ({
  label: quote + label + quote,
  ...(detail !== undefined && { detail }),
});
