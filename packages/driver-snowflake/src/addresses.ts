/** Where the result of a statement is asked for. */
export const resultUrl = (queryId: string): string =>
  `/queries/${queryId}/result?disableOfflineChunks=false`;

/** Whether it asks the same server for a result. */
export const isResultUrl = (url: string): boolean => /^\/queries\/[\w-]+\/result\b/.test(url);

/** The form of an id, which becomes part of an address. */
export const isQueryId = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
