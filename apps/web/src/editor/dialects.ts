import {
  MariaSQL,
  MySQL,
  PostgreSQL,
  SQLite,
  SQLDialect,
  StandardSQL,
  type SQLDialectSpec,
} from '@codemirror/lang-sql';
import { reservedWords } from '../schema/quote-name.js';
import { keywordsOf, type Keyword } from './completion/keywords.js';
import { statementWords } from './statement-words.js';

const standardWords = keywordsOf(StandardSQL);
const wordsOf = (type: Keyword['type']): string =>
  standardWords.flatMap((word) => (word.type === type ? word.label : [])).join(' ');

/** The specification of {@link StandardSQL}, which has only defaults, with additional keywords. */
const standardWith = (keywords: string): SQLDialectSpec => ({
  keywords: `${wordsOf('keyword')} ${keywords}`,
  types: wordsOf('type'),
});

const specs: Record<string, SQLDialectSpec> = {
  postgres: PostgreSQL.spec,
  postgresql: PostgreSQL.spec,
  mysql: { ...MySQL.spec, backslashEscapes: true },
  mariadb: { ...MariaSQL.spec, backslashEscapes: true },
  sqlite: SQLite.spec,
  duckdb: {
    ...PostgreSQL.spec,
    keywords:
      `${PostgreSQL.spec.keywords ?? ''} qualify pivot unpivot asof positional summarize sample macro pragma
      install`.replace(/\s+/g, ' '),
  },
  snowflake: {
    ...standardWith(
      'qualify ilike rlike pivot unpivot sample flatten lateral warehouse stage task stream pipe clone transient undrop ' +
        'replace show copy merge matched exclude recursive window rows nulls materialized over limit explain index if',
    ),
    backslashEscapes: true,
    slashComments: true,
    doubleDollarQuotedStrings: true,
  },
  bigquery: {
    ...standardWith(
      'qualify pivot unpivot unnest struct array tablesample merge matched replace over limit explain window rows nulls ' +
        'range partition offset ordinal safe_cast if assert export load options cluster materialized',
    ),
    backslashEscapes: true,
    doubleQuotedStrings: true,
    hashComments: true,
    identifierQuotes: '`',
  },
};

/** The keywords that are coloured. Others, such as `id` and `month`, are more often names. */
const coloured = new Set([...reservedWords, ...statementWords]);

/** A dialect of the editor. */
export interface EditorDialect {
  /** Colours the text. */
  dialect: SQLDialect;
  /** All keywords, for completion. */
  keywords: Keyword[];
}

function editorDialect(spec: SQLDialectSpec): EditorDialect {
  const all = SQLDialect.define(spec);
  const keywords = keywordsOf(all);
  const shown = keywords.flatMap(({ label, type }) =>
    type === 'keyword' && coloured.has(label) ? label : [],
  );
  return { dialect: SQLDialect.define({ ...spec, keywords: shown.join(' ') }), keywords };
}

const known = new Map<string, EditorDialect>();

/** Returns the editor dialect for the dialect name of a driver. */
export function dialectOf(name = ''): EditorDialect {
  const dialect = known.get(name) ?? editorDialect(specs[name] ?? standardWith(''));
  known.set(name, dialect);
  return dialect;
}
