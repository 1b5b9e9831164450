import { textOr, whole, url, mountPath, words, networks } from './rules.js';

/** The HTTP server. */
export const serverSettings = {
  SERVICE_IP: textOr('127.0.0.1').describe('Address to listen on.'),
  SERVICE_PORT: whole(3000, { min: 0, max: 65_535 }).describe('Port to listen on; 0 = any free.'),
  SERVICE_BASE_URL: mountPath.describe('Mount path of API, UI and sign-in, such as /sub.'),
  PUBLIC_URL: url('http:', 'https:').describe('Public address of the service.'),
  SERVICE_ALLOWED_HOSTS: words().describe(
    "Host names beside PUBLIC_URL's and localhost by which requests may come, with spaces between; any other " +
      'is refused. Unset = any, unless SERVICE_AUTH_DISABLED.',
  ),
  SERVICE_TRUST_PROXY: networks().describe(
    'Addresses (CIDR) of proxies whose forwarded and sign-in headers count, with spaces between.',
  ),
  SERVICE_BODY_LIMIT: whole(1_048_576, { min: 1024 }).describe('Bytes of the largest body.'),
  SERVICE_MAX_REQUESTS_PER_MINUTE: whole(60_000, { min: 0, max: 100_000_000 }).describe(
    'Requests of a user that an API process takes in a minute (429 beyond); 0 = any number.',
  ),
  SERVICE_DRAIN_SECONDS: whole(0, { min: 0, max: 3_600 }).describe(
    'An API that is told to stop serves on for so long, not ready, so that a load balancer turns away.',
  ),
} as const;
