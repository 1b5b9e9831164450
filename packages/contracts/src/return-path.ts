/** Longer ones are not worth keeping while somebody signs in. */
const maxLength = 2_000;

/** Stands for our own origin, whichever it is. */
const ownOrigin = 'http://own.invalid';

/**
 * Returns whether a browser that follows `path` from a page of the service stays at the service: on its
 * origin and below its mount path, such as `/sub` (empty: the whole origin).
 *
 * Browsers remove tabs and line breaks from an address, read `\` as `/`, and read `//x` as a host
 * (https://url.spec.whatwg.org/#concept-basic-url-parser), so only a path of printable ASCII characters
 * that begins with a single `/` is accepted. Where `.` and `..` lead is read as a browser reads it.
 */
export function isReturnPath(path: string, mountPath = ''): boolean {
  if (path.length > maxLength || !/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(path)) return false;
  const { origin, pathname } = new URL(path, ownOrigin);
  return origin === ownOrigin && pathname.startsWith(`${mountPath}/`) && !pathname.startsWith('//');
}
