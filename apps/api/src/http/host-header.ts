import { isIP } from 'node:net';
import type { ApiSettings } from '@sluice/config';
import { AppError, malformedRequest } from '@sluice/errors';
import type { Scope } from './scope.js';

/** HTTP/1.1 wants a Host header in each request; Node's own refusal would have no title. */
export function refuseWithoutHost(app: Scope): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isThere = request.headers.host !== undefined || request.raw.httpVersion === '1.0';
    done(isThere ? undefined : malformedRequest('malformed_request', 'The Host header is missing'));
  });
}

type HostSettings = Pick<
  ApiSettings,
  'SERVICE_AUTH_DISABLED' | 'SERVICE_ALLOWED_HOSTS' | 'PUBLIC_URL' | 'SERVICE_BASE_URL'
>;

/** What is asked by whatever name a prober has, and tells nothing of anybody. */
const forProbers = ['/api/health', '/api/ready', '/metrics'];

/**
 * Refuses requests by a name that is not ours. A site can point a name of its own here (DNS rebinding), and its
 * page then asks as the browser's own: where nobody signs in, nothing else would tell it apart. Addresses and
 * `localhost` belong to no site.
 */
export function refuseOtherHosts(app: Scope, settings: HostSettings): void {
  const named = settings.SERVICE_ALLOWED_HOSTS;
  if (!settings.SERVICE_AUTH_DISABLED && named.length === 0) return;
  const allowed = new Set(named.map((name) => name.toLowerCase()));
  if (settings.PUBLIC_URL !== undefined) allowed.add(new URL(settings.PUBLIC_URL).hostname);
  const open = new Set(forProbers.map((path) => `${settings.SERVICE_BASE_URL}${path}`));
  app.addHook('onRequest', (request, _reply, done) => {
    // The header itself: what a proxy forwards in its place may be written by a page.
    const { host } = request.headers;
    const isFine =
      host === undefined ||
      open.has(request.routeOptions.url ?? '') ||
      isOurs(nameIn(host), allowed);
    done(
      isFine
        ? undefined
        : new AppError('unknown_host', 421, 'This service is not known by that name', {
            errors: [{ path: 'host', message: 'is no name of this service' }],
          }),
    );
  });
}

/** Without port, dot at the end and brackets; what is no name at all is null. */
function nameIn(host: string): string | null {
  if (!URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
}

const isOurs = (name: string | null, allowed: ReadonlySet<string>): boolean =>
  name !== null &&
  (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || allowed.has(name));
