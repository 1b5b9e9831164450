/** Parses a URL; null if it is invalid. */
export const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
