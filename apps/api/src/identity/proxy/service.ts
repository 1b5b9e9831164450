import { BlockList, isIP } from 'node:net';
import { parseProxyHeaders, type ApiSettings, type ProxyHeaders } from '@sluice/config';
import { badRequest } from '@sluice/errors';
import type { Logger } from 'pino';
import { ANONYMOUS_USER_ID, type Principal, principalFrom } from '../principal/index.js';
import { createShortLivedCache } from '../../cache/index.js';
import type { UserCache } from '../users/index.js';
import {
  type AdmissionDependencies,
  type AdmissionPolicy,
  admit,
  type ExternalProfile,
  isEmailAddress,
} from '../admission/index.js';

/** Authenticates requests by the headers of a trusted reverse proxy. */
export interface AuthProxy {
  /**
   * Returns the principal; null when the user is not admitted; undefined when the peer is not a
   * trusted proxy or sends no user.
   *
   * @param peer address of the socket's peer: forwarded headers can be forged
   * @param rawHeaders alternating names and values, as received
   * @throws AppError 400 for a repeated or malformed header
   */
  identify(
    peer: string | undefined,
    rawHeaders: readonly string[],
  ): Promise<Principal | null | undefined>;
}

type ProxySettings = Pick<
  ApiSettings,
  | 'SERVICE_TRUST_PROXY'
  | 'SERVICE_AUTH_PROXY_ENABLED'
  | 'SERVICE_AUTH_PROXY_AUTO_SIGN_UP'
  | 'SERVICE_AUTH_PROXY_DEFAULT_ROLE'
  | 'SERVICE_AUTH_PROXY_HEADERS'
>;

/** Dependencies of {@link createAuthProxy}. */
export interface AuthProxyDependencies {
  admission: AdmissionDependencies;
  users: UserCache;
  log: Pick<Logger, 'info'>;
}

/** Creates the configured auth proxy; null when it is disabled. */
export function createAuthProxy(
  settings: ProxySettings,
  { admission, users, log }: AuthProxyDependencies,
): AuthProxy | null {
  if (!settings.SERVICE_AUTH_PROXY_ENABLED) return null;
  const { headers } = parseProxyHeaders(settings.SERVICE_AUTH_PROXY_HEADERS);
  const trusted = listOf(settings.SERVICE_TRUST_PROXY);
  const policy: AdmissionPolicy = {
    mayCreate: settings.SERVICE_AUTH_PROXY_AUTO_SIGN_UP,
    defaultRole: settings.SERVICE_AUTH_PROXY_DEFAULT_ROLE,
    // The role sent by the proxy applies to each request.
    syncRole: 'always',
  };
  const admitted = createShortLivedCache(async (key) => {
    const user = await admit(admission, JSON.parse(key) as ExternalProfile, policy);
    if (typeof user !== 'string') return user.id;
    log.info({ refusal: user }, 'auth proxy sign-in refused');
    return null;
  });
  return {
    identify: async (peer, rawHeaders) => {
      if (!isTrusted(trusted, peer)) return undefined;
      const profile = readProfile(headers, rawHeaders);
      if (profile === undefined) return undefined;
      const id = await admitted.get(JSON.stringify(profile));
      // Read the current row: this process may have changed the user since the admission.
      const user = id === null ? null : await users.get(id);
      return user === null || user.disabled ? null : principalFrom(user);
    },
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function isTrusted(trusted: BlockList, peer = ''): boolean {
  // A dual-stack socket reports IPv4 peers in this form.
  const address = peer.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Returns undefined without an email address: then the proxy has not authenticated a user. */
function readProfile(
  { email, id, name, role, data }: ProxyHeaders,
  rawHeaders: readonly string[],
): ExternalProfile | undefined {
  const read = (header: string | undefined) => header && readHeader(rawHeaders, header);
  const values = {
    email: read(email),
    id: read(id),
    name: read(name),
    role: read(role),
    data: Object.entries(data).flatMap(([field, header]) => {
      const value = read(header);
      return value === undefined ? [] : [[field, value] as const];
    }),
  };
  if (values.email === undefined || values.email === '') return undefined;
  if (!isEmailAddress(values.email)) throw refusedHeader(email, 'must be an email address');
  if (values.id && !isId(values.id)) throw refusedHeader(id, 'must be an id');
  if (values.role && values.role !== 'admin' && values.role !== 'editor') {
    throw refusedHeader(role, 'must be admin or editor');
  }
  return {
    origin: 'proxy',
    subject: values.id ?? null,
    email: values.email,
    isEmailVerified: true,
    name: values.name ?? null,
    id: values.id,
    role: values.role === 'admin' || values.role === 'editor' ? values.role : null,
    ...(values.data.length === 0 ? {} : { data: Object.fromEntries(values.data) }),
  };
}

/** Reserved ids do not start with a letter or a digit, except for the anonymous user's. */
const isId = (id: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._:@|+=~-]{0,127}$/.test(id) && id !== ANONYMOUS_USER_ID;

/**
 * Returns the value of a header; undefined when it is absent or empty. @throws AppError 400 when it
 * is repeated
 */
function readHeader(rawHeaders: readonly string[], header: string): string | undefined {
  const found: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === header) found.push(rawHeaders[at + 1] ?? '');
  }
  // A proxy can append its header after a forged one: neither can be trusted.
  if (found.length > 1) throw refusedHeader(header, 'must occur once');
  const [value] = found;
  if (value === undefined || value.trim() === '') return undefined;
  const text = decode(value.trim());
  if (text === null) throw refusedHeader(header, 'must be UTF-8 text');
  return text;
}

/** Node decodes header bytes as Latin-1. */
function decode(value: string): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
    return /[\p{Cc}\uFFFE\uFFFF]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

const refusedHeader = (header = '', message: string) =>
  badRequest([{ path: header, message }], `The header ${header} ${message}`);
