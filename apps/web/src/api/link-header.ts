/** The offset that a `Link` header leads on to; null where it names no next page. */
export function nextOffsetOf(link: string | null): number | null {
  const address = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  const offset = /[?&]offset=(\d+)/.exec(address ?? '')?.[1];
  return offset === undefined ? null : Number(offset);
}
