import { elementType, isList, resultParameterPrefix, type QueryParameter } from '@sluice/contracts';
import { badRequest } from '@sluice/errors';

/**
 * Returns the values of the parameters `param.<name>` in a query string, as they would be in a JSON body. A repeated
 * name is a list. @throws AppError 400 for a value of the type `json` that is no JSON
 */
export function valuesOfSearch(
  search: Readonly<Record<string, unknown>>,
  definitions: readonly QueryParameter[],
): Record<string, unknown> {
  const types = new Map(definitions.map(({ name, type }) => [name, type]));
  const values = Object.entries(search).flatMap(([key, sent]): [string, unknown][] => {
    if (!key.startsWith(resultParameterPrefix)) return [];
    const name = key.slice(resultParameterPrefix.length);
    const type = types.get(name);
    const texts = [sent].flat();
    if (type === undefined) return [[name, sent]];
    const read = texts.map((text) => valueOf(name, text, elementType(type)));
    return [[name, isList(type) || read.length > 1 ? read : read[0]]];
  });
  return Object.fromEntries(values);
}

/** Other texts stay as they are: the check of the parameters reads or refuses them. */
function valueOf(name: string, text: unknown, type: string): unknown {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  if (type !== 'json') return text;
  try {
    return JSON.parse(String(text));
  } catch {
    throw badRequest([{ path: `parameters.${name}`, message: 'must be JSON' }]);
  }
}
