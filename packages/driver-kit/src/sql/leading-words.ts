const skipped = /^(?:\s|\(|(?:--|#|\/\/)[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*/;

/** Returns up to `count` first words of a statement, after comments, white space and parentheses. */
export function leadingWords(sql: string, count: number): string[] {
  const words: string[] = [];
  let rest = sql;
  while (words.length < count) {
    rest = rest.slice(skipped.exec(rest)?.[0].length ?? 0);
    const word = /^[a-z_]+/i.exec(rest.slice(0, 32))?.[0];
    if (word === undefined) break;
    words.push(word);
    rest = rest.slice(word.length);
  }
  return words;
}

/** Returns the first word in lower case; empty if there is none. */
export const leadingWord = (sql: string): string => leadingWords(sql, 1)[0]?.toLowerCase() ?? '';
