/** What a text of custom data is: an object, or why it is none. */
export type ParsedData = { data: Record<string, unknown> } | { problem: string };

/** Reads the custom data of a user; an empty text is an empty object. */
export function parseData(text: string): ParsedData {
  if (text.trim() === '') return { data: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'This is not JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'Must be an object, such as {"region": "north"}' };
  }
  return { data: value as Record<string, unknown> };
}

/** The text that such data is edited as. */
export const dataText = (data: Record<string, unknown> | undefined): string =>
  data === undefined || Object.keys(data).length === 0 ? '' : JSON.stringify(data, null, 2);
