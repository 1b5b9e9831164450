const literalsAndComments =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n\r]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$/g;
const innermostParentheses = /\(([^()]*)\)/g;

/**
 * Returns what a text destroys: `DELETE without WHERE`, `UPDATE without WHERE`, `DROP` and `TRUNCATE`, also in `WITH`
 * and after `EXPLAIN ANALYZE`. It protects from mistakes, not from intent: statements inside strings are not found.
 */
export function destructiveStatements(sql: string): string[] {
  const found = new Set<string>();
  let text = sql.replace(literalsAndComments, (part) => (/^(?:--|\/\*)/.test(part) ? ' ' : 'x'));
  const note = (statement: string): void => {
    const kind = destruction(statement);
    if (kind !== null) found.add(kind);
  };
  // From the inside out, so that the WHERE of a subquery does not count for the statement around it.
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(innermostParentheses, (_, inner: string) => {
      note(inner);
      return ' x ';
    });
  }
  text.split(';').forEach(note);
  return [...found];
}

const hasWhere = (statement: string): boolean => /\bwhere\b/i.test(statement);

function destruction(statement: string): string | null {
  const body = statement.trim().replace(/^explain\b(?:\s+(?:x|analyze|verbose))*\s+/i, '');
  const isCte = /^with\b/i.test(body);
  const starts = (pattern: string): boolean =>
    new RegExp(isCte ? `\\b${pattern}` : `^${pattern}`, 'i').test(body);
  if (starts('delete\\b') && !hasWhere(body)) return 'DELETE without WHERE';
  if (starts('update\\s') && !/\bfor\s+update\b/i.test(body) && !hasWhere(body))
    return 'UPDATE without WHERE';
  if (/^(?:drop\b|alter\b[^]*\bdrop\b)/i.test(body)) return 'DROP';
  return /^truncate\b/i.test(body) ? 'TRUNCATE' : null;
}
