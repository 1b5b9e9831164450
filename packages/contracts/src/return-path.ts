/** Maximum length of a path that is stored during a sign-in. */
const MAX_LENGTH = 2_000;

/** Placeholder for the origin of the service. */
const ownOrigin = 'http://own.invalid';

/**
 * Whether a browser that follows `path` from a page of the service stays on its origin and below its path prefix, such
 * as `/sub` (empty: the whole origin).
 *
 * Browsers remove tabs and line breaks from a URL, treat `\` as `/` and `//x` as a host
 * (https://url.spec.whatwg.org/#concept-basic-url-parser), so only a path of printable ASCII characters
 * that starts with a single `/` is accepted. `.` and `..` are resolved as a browser does.
 */
export function isReturnPath(path: string, mountPath = ''): boolean {
  if (path.length > MAX_LENGTH || !/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(path)) return false;
  const { origin, pathname } = new URL(path, ownOrigin);
  return origin === ownOrigin && pathname.startsWith(`${mountPath}/`) && !pathname.startsWith('//');
}
