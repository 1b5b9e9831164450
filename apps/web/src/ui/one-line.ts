const MAX_LINE_CHARACTERS = 300;

/** Returns the start of a text as one line. */
export const oneLine = (text: string): string =>
  text
    .slice(0, 4 * MAX_LINE_CHARACTERS)
    .trim()
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_LINE_CHARACTERS) || 'Empty';
