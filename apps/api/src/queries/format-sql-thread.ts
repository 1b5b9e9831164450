import { parentPort } from 'node:worker_threads';
import { endsInCode, splitStatements } from '@sluice/sql';
import {
  formatDialect,
  bigquery,
  duckdb,
  mysql,
  postgresql,
  snowflake,
  sql,
  sqlite,
  type DialectOptions,
  type ParamTypes,
} from 'sql-formatter';
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

/** A placeholder of a parameter, such as `{{name}}`. */
const placeholder = { regex: String.raw`\{\{[^{}]*\}\}` };

/** The option replaces the parameters of the dialect, so they are given again. */
function paramTypesOf({ tokenizerOptions }: DialectOptions): ParamTypes {
  const { paramTypes } = tokenizerOptions;
  return { ...paramTypes, custom: [...(paramTypes?.custom ?? []), placeholder] };
}

function answer({ query, dialect }: FormatRequest): FormatAnswer {
  // The library parses an open comment as operators.
  if (!endsInCode(query, dialect))
    return { problem: 'has an unclosed quote, comment or parenthesis' };
  let formatted: string;
  try {
    formatted = formatDialect(query, {
      dialect: languages[dialect],
      keywordCase: 'preserve',
      tabWidth: 2,
      paramTypes: paramTypesOf(languages[dialect]),
    });
  } catch (error) {
    return { problem: problemOf(error) };
  }
  return isSame(query, formatted, dialect)
    ? { query: formatted }
    : { problem: 'cannot be formatted without changing its meaning' };
}

/** The library's errors have no class, so the message is matched. */
function problemOf(error: unknown): string {
  if (error instanceof RangeError) return 'is nested too deeply';
  const message = error instanceof Error ? error.message : '';
  const [, line, column] =
    /^Parse error.* at line (\d+) column (\d+)/s.exec(message.split('\n')[0] ?? '') ?? [];
  return line === undefined || column === undefined
    ? 'is not valid SQL'
    : `is not valid SQL at line ${line}, column ${column}`;
}

/** Returns whether both texts have the same statements, except for white space. */
function isSame(before: string, after: string, dialect: FormatRequest['dialect']): boolean {
  const pieces = [before, after].map((text) =>
    splitStatements(text, dialect).map((piece) => piece.text.replace(/\s+/g, '')),
  );
  return (
    before.replace(/\s+/g, '') === after.replace(/\s+/g, '') &&
    JSON.stringify(pieces[0]) === JSON.stringify(pieces[1])
  );
}

parentPort?.on('message', (request: FormatRequest) => {
  parentPort?.postMessage(answer(request));
});
