/**
 * Words that an attacker of this service would try first: its subject, and common parts of
 * passwords. docs/how-to/sign-in/local.md lists them.
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

/** Shorter parts occur in too many good passwords. */
const MIN_WORD_LENGTH = 3;

/** Returns the words in an email address, a name or a host name, without the top-level domain. */
export function wordsOf(text: string): string[] {
  const parts = text
    .toLowerCase()
    .replace(/(@[^@]*)\.[^.@]*$/, '$1')
    .split(/[^\p{L}\p{N}]+/u);
  const words = parts.flatMap((part) => [part, ...part.split(/\p{N}+/u)]);
  return [...new Set(words)].filter(
    (word) => word.length >= MIN_WORD_LENGTH && /\p{L}/u.test(word),
  );
}

/** Returns whether a password consists only of such words, digits and punctuation. */
export function isMadeOf(password: string, words: readonly string[]): boolean {
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length);
  const given = password.toLowerCase();
  // The rest of a removed word must not form another word with its neighbour.
  const left = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), given);
  return left !== given && !/\p{L}/u.test(left);
}
