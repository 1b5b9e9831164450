import { flag, textOr, whole, url, mountPath, words, networks } from './rules.js';

/** The HTTP server. */
export const serverSettings = {
  SERVICE_IP: textOr('127.0.0.1').describe('Address to listen on.'),
  SERVICE_PORT: whole(3000, { min: 0, max: 65_535 }).describe(
    'Port to listen on; 0 selects a free port.',
  ),
  SERVICE_BASE_URL: mountPath.describe('Path prefix the service is mounted under, e.g. `/sub`.'),
  PUBLIC_URL: url('http:', 'https:').describe('Public URL of the service.'),
  SERVICE_ALLOWED_HOSTS: words().describe(
    'Host names that requests may use in addition to the host of PUBLIC_URL and localhost, separated by spaces. Unset allows any host, unless SERVICE_AUTH_DISABLED is set.',
  ),
  SERVICE_TRUST_PROXY: networks().describe(
    'Addresses or CIDR ranges of trusted proxies, separated by spaces. Their forwarded and sign-in headers are used.',
  ),
  SERVICE_BODY_LIMIT: whole(1_048_576, { min: 1024 }).describe('Maximum bytes of a request body.'),
  SERVICE_MAX_REQUESTS_PER_MINUTE: whole(60_000, { min: 0, max: 100_000_000 }).describe(
    'Maximum requests per user, minute and API process (then 429); 0 disables the limit.',
  ),
  SERVICE_MCP_DISABLED: flag(false).describe('Disables `/mcp`, the endpoint for AI agents.'),
  SERVICE_DRAIN_SECONDS: whole(0, { min: 0, max: 3_600 }).describe(
    'Seconds to keep serving after SIGTERM while `/api/ready` reports 503.',
  ),
} as const;
