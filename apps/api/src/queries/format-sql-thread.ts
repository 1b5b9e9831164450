import { parentPort } from 'node:worker_threads';
import { endsInCode, locate } from '@sluice/sql';
import {
  formatDialect,
  bigquery,
  duckdb,
  mysql,
  postgresql,
  snowflake,
  sql,
  sqlite,
} from 'sql-formatter';
import { FormatError, formatText, type FormatterSupport } from './format-text.js';
import type { FormatAnswer, FormatRequest } from './formatter.js';

// A separate thread, because the library takes seconds for some texts and forty times as long for
// nested ones.

const languages = {
  postgres: postgresql,
  mysql,
  snowflake,
  bigquery,
  sqlite,
  duckdb,
  generic: sql,
};

/** Operators that the library reads in every dialect. */
const common = ['<>', '<=', '>=', '!='];

function supportOf(dialect: FormatRequest['dialect']): FormatterSupport {
  const { operators = [] } = languages[dialect].tokenizerOptions;
  return { operators: new Set([...common, ...operators]), hasBraces: dialect !== 'snowflake' };
}

function answer({ query, dialect }: FormatRequest): FormatAnswer {
  // The library parses an open comment as operators.
  if (!endsInCode(query, dialect))
    return { problem: 'has an unclosed quote, comment or parenthesis' };
  try {
    const formatted = formatText(query, dialect, supportOf(dialect), (text) =>
      formatDialect(text, {
        dialect: languages[dialect],
        keywordCase: 'preserve',
        tabWidth: 2,
      }),
    );
    return formatted === undefined
      ? { problem: 'cannot be formatted without changing its meaning' }
      : { query: formatted };
  } catch (error) {
    return { problem: problemOf(error, query) };
  }
}

/** The library's errors have no class, so the message is matched. It rejects some valid SQL, too. */
function problemOf(error: unknown, query: string): string {
  const { cause, startOffset } =
    error instanceof FormatError ? error : { cause: error, startOffset: 0 };
  if (cause instanceof RangeError) return 'is nested too deeply';
  const message = cause instanceof Error ? cause.message : '';
  const [, line, column] = /^Parse error.*? at line (\d+) column (\d+)/s.exec(message) ?? [];
  if (line === undefined || column === undefined) return 'cannot be formatted';
  const start = locate(query, Array.from(query.slice(0, startOffset)).length + 1);
  const isFirstLine = line === '1';
  const place = {
    line: start.line + Number(line) - 1,
    column: Number(column) + (isFirstLine ? start.column - 1 : 0),
  };
  return `cannot be formatted: unexpected text at line ${String(place.line)}, column ${String(place.column)}`;
}

parentPort?.on('message', (request: FormatRequest) => {
  parentPort?.postMessage(answer(request));
});
