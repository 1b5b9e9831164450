/** Returns the offset of the next page in a `Link` header; null if there is no next page. */
export function nextOffsetOf(link: string | null): number | null {
  const address = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  const offset = /[?&]offset=(\d+)/.exec(address ?? '')?.[1];
  return offset === undefined ? null : Number(offset);
}
