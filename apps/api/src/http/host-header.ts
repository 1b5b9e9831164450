import { isIP } from 'node:net';
import type { ApiSettings } from '@sluice/config';
import { AppError, malformedRequest } from '@sluice/errors';
import type { Scope } from './scope.js';

/** HTTP/1.1 requires a Host header. Node's own refusal would have no title. */
export function refuseWithoutHost(app: Scope): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isPresent = request.headers.host !== undefined || request.raw.httpVersion === '1.0';
    done(
      isPresent ? undefined : malformedRequest('malformed_request', 'The Host header is missing'),
    );
  });
}

type HostSettings = Pick<
  ApiSettings,
  'SERVICE_AUTH_DISABLED' | 'SERVICE_ALLOWED_HOSTS' | 'PUBLIC_URL' | 'SERVICE_BASE_URL'
>;

/** Probes use any name, and these routes disclose nothing about users. */
const PROBE_PATHS = ['/api/health', '/api/ready', '/metrics'];

/**
 * Refuses requests with an unknown Host. A site can point its own name to this service (DNS
 * rebinding); its page then sends requests as same-origin, and with authentication disabled nothing
 * else would tell them apart. IP addresses and `localhost` belong to no site.
 */
export function refuseOtherHosts(app: Scope, settings: HostSettings): void {
  const named = settings.SERVICE_ALLOWED_HOSTS;
  if (!settings.SERVICE_AUTH_DISABLED && named.length === 0) return;
  const allowed = new Set(named.map((name) => name.toLowerCase()));
  if (settings.PUBLIC_URL !== undefined) allowed.add(new URL(settings.PUBLIC_URL).hostname);
  const open = new Set(PROBE_PATHS.map((path) => `${settings.SERVICE_BASE_URL}${path}`));
  app.addHook('onRequest', (request, _reply, done) => {
    // Reads the Host header itself: a page could set the forwarded one.
    const { host } = request.headers;
    const isFine =
      host === undefined ||
      open.has(request.routeOptions.url ?? '') ||
      isAllowedHost(nameIn(host), allowed);
    done(
      isFine
        ? undefined
        : new AppError('unknown_host', 421, 'Unknown host name', {
            errors: [
              {
                path: 'host',
                message: 'is not a host name of this service. Add it to SERVICE_ALLOWED_HOSTS.',
              },
            ],
          }),
    );
  });
}

/** Returns the host name without port, trailing dot and brackets; null if it is not a host name. */
function nameIn(host: string): string | null {
  if (!URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
}

const isAllowedHost = (name: string | null, allowed: ReadonlySet<string>): boolean =>
  name !== null &&
  (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || allowed.has(name));
