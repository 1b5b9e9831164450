/** The first word of a statement in lower case, after comments, white space and parentheses. */
export function leadingWord(sql: string): string {
  const start =
    /^(?:\s|\(|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*/.exec(sql)?.[0].length ?? 0;
  return /^[a-z]+/i.exec(sql.slice(start, start + 32))?.[0].toLowerCase() ?? '';
}
