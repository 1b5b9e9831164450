const literalsAndComments = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n\r]*|\/\*[\s\S]*?\*\//g;
const defining = /(?:^|;)\s*(?:create|alter|drop|rename|undrop|comment\s+on|analyze|truncate)\b/i;

/** Returns whether a text has a statement that changes the schema or its statistics. */
export const changesSchema = (sql: string): boolean =>
  defining.test(sql.replace(literalsAndComments, (text) => (/^['"`]/.test(text) ? "''" : ' ')));
