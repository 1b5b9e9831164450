/** Rows of tables cut longer texts anyway. */
const MAX_LENGTH = 500;

/** Returns parameters in one line, such as `since = 2026-01-01, ids = [1,2]`. */
export const parametersText = (parameters: Readonly<Record<string, unknown>>): string =>
  Object.entries(parameters)
    .map(
      ([name, value]) => `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ')
    .slice(0, MAX_LENGTH);
