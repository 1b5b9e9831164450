/** Parses a URL, which may be relative to `base`; null if it is invalid. */
export const parseUrl = (text: string, base?: URL): URL | null =>
  URL.canParse(text, base) ? new URL(text, base) : null;
