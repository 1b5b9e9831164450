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
} from 'sql-formatter';
import type { FormatAnswer, FormatRequest } from './formatter.js';

// The thread that formats: the library takes seconds for some texts, and forty times as long for nested ones.

const languages = {
  postgres: postgresql,
  mysql,
  snowflake,
  bigquery,
  sqlite,
  duckdb,
  generic: sql,
};

function answer({ query, dialect }: FormatRequest): FormatAnswer {
  // The library takes an open comment for operators.
  if (!endsInCode(query, dialect))
    return { problem: 'has a quote, comment or parenthesis that is not closed' };
  let formatted: string;
  try {
    formatted = formatDialect(query, {
      dialect: languages[dialect],
      keywordCase: 'preserve',
      tabWidth: 2,
    });
  } catch (error) {
    return { problem: problemOf(error) };
  }
  return isSame(query, formatted, dialect)
    ? { query: formatted }
    : { problem: 'cannot be formatted without changing what it says' };
}

/** Its errors are of no class of their own: what they begin with is all that tells them. */
function problemOf(error: unknown): string {
  if (error instanceof RangeError) return 'is nested too deeply';
  const message = error instanceof Error ? error.message : '';
  const [, line, column] =
    /^Parse error.* at line (\d+) column (\d+)/s.exec(message.split('\n')[0] ?? '') ?? [];
  return line === undefined || column === undefined
    ? 'cannot be read as SQL'
    : `cannot be read as SQL at line ${line}, column ${column}`;
}

/** Whether it is still the same statements, white space aside. */
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
