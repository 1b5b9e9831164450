import { definitionFor } from '@sluice/drivers/definitions';
import { splitStatements } from '@sluice/sql';

/** Returns the names of the parameters of a text, in order. Values of the user, such as `user.email`, are not among them. */
export function placeholderNames(queryText: string, driver: string | null): string[] {
  const dialect = definitionFor(driver ?? '')?.dialect ?? 'generic';
  const names = splitStatements(queryText, dialect)
    .flatMap(({ placeholders = [] }) => placeholders)
    .map(({ name }) => name)
    .filter((name) => !name.includes('.'));
  return [...new Set(names)];
}
