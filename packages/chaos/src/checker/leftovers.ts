import type { Evidence } from './evidence.js';
import { rule, type CheckResult } from './rule.js';

/** Rule on what must be removed: C10. */
export function checkLeftovers({ files, statements, runningQueries }: Evidence): CheckResult[] {
  const named = new Set(statements.map((statement) => statement.resultsPath));
  return [
    rule('C10', 'no file without a row', files, ({ path }) =>
      named.has(path.replace(/\.idx$/, '.json')) ? null : `${path} belongs to no row`,
    ),
    rule('C10', 'no query is left in the target database', runningQueries, (query) => query),
  ];
}
