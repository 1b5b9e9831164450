/**
 * Tag of one version of a batch. Weak, as a compressed answer has other bytes under the same tag; the
 * version grows with every change that a client can see.
 */
export const batchEtag = (id: string, version: number): string => `W/"${id}-${version}"`;

const opaque = (etag: string): string => etag.trim().replace(/^W\//, '');

/** Whether an `If-None-Match` header names the tag (or any: `*`). Weak comparison, as RFC 9110 asks. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const wanted = opaque(etag);
  return ifNoneMatch.split(',').some((candidate) => opaque(candidate) === wanted);
};
