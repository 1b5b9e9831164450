/** Returns the opaque part of an entity tag: weak comparison ignores the weakness marker. */
const opaque = (etag: string): string => etag.trim().replace(/^W\//, '');

/**
 * Returns whether an `If-None-Match` header matches the tag, or any tag (`*`), by the weak
 * comparison of RFC 9110.
 */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const wanted = opaque(etag);
  return ifNoneMatch.split(',').some((candidate) => opaque(candidate) === wanted);
};
