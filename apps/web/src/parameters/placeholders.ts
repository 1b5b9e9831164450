import type { Dialect } from '@sluice/sql';

/** Names that start like this are values of the user, which the service knows. */
const USER = 'user.';

/**
 * Returns the names of the parameters in a text, in order. The scanner of the service is loaded when a text may have
 * placeholders, so that it is not part of the first load.
 */
export async function parameterNames(text: string, dialect: string | undefined): Promise<string[]> {
  if (!text.includes('{{')) return [];
  const { splitStatements } = await import('@sluice/sql');
  const names = splitStatements(text, (dialect ?? 'generic') as Dialect)
    .flatMap(({ placeholders = [] }) => placeholders)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(USER));
  return [...new Set(names)];
}
