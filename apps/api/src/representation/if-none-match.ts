/** The opaque part of an entity tag: weak and strong tags compare equal. */
const opaque = (etag: string): string => etag.trim().replace(/^W\//, '');

/** Whether an `If-None-Match` header names the tag (or any: `*`). Weak comparison, as RFC 9110 asks. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const wanted = opaque(etag);
  return ifNoneMatch.split(',').some((candidate) => opaque(candidate) === wanted);
};
