/** Returns the path of a statement's result. */
export const resultUrl = (queryId: string): string =>
  `/queries/${queryId}/result?disableOfflineChunks=false`;

/** Returns whether the path requests a result from the same server. */
export const isResultUrl = (url: string): boolean => /^\/queries\/[\w-]+\/result\b/.test(url);

/** Returns whether the text is a valid query id. The id becomes part of a URL. */
export const isQueryId = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
