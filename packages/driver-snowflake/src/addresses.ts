/** Returns the path of a statement's result. */
export const resultUrl = (queryId: string): string =>
  `/queries/${queryId}/result?disableOfflineChunks=false`;

/** Returns whether the path requests a result from the same server. */
export const isResultUrl = (url: string): boolean => /^\/queries\/[\w-]+\/result\b/.test(url);

/**
 * Returns whether the text can be a query id. The service sends UUIDs but does not promise the form. The id
 * becomes part of a URL and of a literal in SQL.
 */
export const isQueryId = (text: string): boolean => /^[\w-]{1,100}$/.test(text);
