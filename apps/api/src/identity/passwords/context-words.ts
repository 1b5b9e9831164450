/**
 * Words that whoever guesses at this service tries first: what it is, and what passwords of any service
 * are made of. The page docs/how-to/sign-in/local.md lists them.
 */
export const serviceWords = [
  'sluice',
  'workbench',
  'database',
  'query',
  'sql',
  'admin',
  'editor',
  'user',
  'login',
  'signin',
  'password',
  'welcome',
  'secret',
] as const;

/** Shorter parts of an address or a name stand in too many good passwords. */
const shortestWord = 3;

/** The words in an address, a name or a host name; the last label of a host means nothing to anybody. */
export function wordsOf(text: string): string[] {
  const parts = text
    .toLowerCase()
    .replace(/(@[^@]*)\.[^.@]*$/, '$1')
    .split(/[^\p{L}\p{N}]+/u);
  const words = parts.flatMap((part) => [part, ...part.split(/\p{N}+/u)]);
  return [...new Set(words)].filter((word) => word.length >= shortestWord && /\p{L}/u.test(word));
}

/** Whether a password is nothing but such words, with digits and signs between them. */
export function isMadeOf(password: string, words: readonly string[]): boolean {
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length);
  const given = password.toLowerCase();
  // What is left of a word that was cut out must not make another one with its neighbour.
  const left = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), given);
  return left !== given && !/\p{L}/u.test(left);
}
