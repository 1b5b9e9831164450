import { statementsOf } from './statements.js';

/** Names that start like this are values of the user, which the service knows. */
const USER = 'user.';

/** Returns the names of the parameters in a text, in order. */
export async function parameterNames(text: string, dialect: string | undefined): Promise<string[]> {
  if (!text.includes('{{')) return [];
  const names = (await statementsOf(text, dialect))
    .flatMap(({ placeholders = [] }) => placeholders)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(USER));
  return [...new Set(names)];
}
