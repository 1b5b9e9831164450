/** The parsed custom data of a user, or why the text is invalid. */
export type ParsedData = { data: Record<string, unknown> } | { problem: string };

/** Parses the custom data of a user; an empty text is an empty object. */
export function parseCustomData(text: string): ParsedData {
  if (text.trim() === '') return { data: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'Invalid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'Must be an object, such as {"region": "north"}' };
  }
  return { data: value as Record<string, unknown> };
}

/** Formats custom data for editing. */
export const formatCustomData = (data: Record<string, unknown> | undefined): string =>
  data === undefined || Object.keys(data).length === 0 ? '' : JSON.stringify(data, null, 2);
