import { emptyInput, inputOfName, isListInput, type ParameterInput } from './parameter-input.js';

/** A parameter of the address is `p.<name>`; a list repeats it. */
const PREFIX = 'p.';

/** Returns the values of the parameters in the query string of an address. */
export function inputsOfSearch(search: string): Record<string, ParameterInput> {
  const inputs: Record<string, ParameterInput> = {};
  for (const [key, value] of new URLSearchParams(search)) {
    if (!key.startsWith(PREFIX)) continue;
    const name = key.slice(PREFIX.length);
    const values = [...inputOfName(inputs, name).values, value];
    inputs[name] = { ...emptyInput, value, values };
  }
  return inputs;
}

/** Returns the query string of an address that has the values of these parameters. */
export function searchOf(
  inputs: Readonly<Record<string, ParameterInput>>,
  names: readonly string[],
): string {
  const search = new URLSearchParams();
  for (const name of names) {
    const input = inputOfName(inputs, name);
    if (input.type === 'null') continue;
    for (const value of isListInput(input) ? input.values : [input.value]) {
      search.append(PREFIX + name, value);
    }
  }
  return search.toString();
}
