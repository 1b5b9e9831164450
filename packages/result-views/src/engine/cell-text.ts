/** Strings and white space of a JSON value. */
const stringOrSpace = /"(?:[^"\\]|\\.)*"|[ \t\r\n]+/g;

/** Returns the text that is searched for in a stored cell: a string without quotes, JSON in its compact form. */
export function cellText(cell: string): string | null {
  if (cell.startsWith('"')) return JSON.parse(cell) as string;
  if (/^[[{]/.test(cell)) return cell.replaceAll(stringOrSpace, compact);
  return cell === 'null' ? null : cell;
}

function compact(token: string): string {
  if (!token.startsWith('"')) return '';
  return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
}
