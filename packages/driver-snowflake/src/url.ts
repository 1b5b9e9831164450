/** The parts of an address; null when it is none. */
export const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
