import { BlockList, isIP } from 'node:net';
import { parseProxyHeaders, type ApiSettings, type ProxyHeaders } from '@sluice/config';
import { badRequest } from '@sluice/errors';
import type { Logger } from 'pino';
import { nobodyId, type Principal, principalFrom } from '../principal/index.js';
import { createBriefMemory } from '../../cache/index.js';
import type { UserCache } from '../users/index.js';
import {
  type AdmissionDependencies,
  type AdmissionPolicy,
  admit,
  type ExternalProfile,
  isEmailAddress,
} from '../admission/index.js';

/** Takes the word of a proxy in front for who asks. */
export interface AuthProxy {
  /**
   * Who asks; null: somebody who may not come in; undefined: the peer is no proxy of ours, or says
   * nothing.
   *
   * @param peer address of the other end of the socket: forwarded headers say what anybody likes.
   * @param rawHeaders names and values by turns, as they came.
   * @throws AppError 400 for a header that is doubled or holds something else than it should.
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

/** What the proxy's users are found with. */
export interface AuthProxyDependencies {
  admission: AdmissionDependencies;
  users: UserCache;
  log: Pick<Logger, 'info'>;
}

/** The proxy of the settings; null when there is none. */
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
    // What the proxy says of the role holds for each request.
    syncRole: 'always',
  };
  const admitted = createBriefMemory(async (key) => {
    const user = await admit(admission, JSON.parse(key) as ExternalProfile, policy);
    if (typeof user !== 'string') return user.id;
    log.info({ refusal: user }, 'a user of the proxy may not come in');
    return null;
  });
  return {
    identify: async (peer, rawHeaders) => {
      if (!isTrusted(trusted, peer)) return undefined;
      const profile = readProfile(headers, rawHeaders);
      if (profile === undefined) return undefined;
      const id = await admitted.get(JSON.stringify(profile));
      // The row and not what was admitted: the user may have been changed since by this process.
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
  // A socket that listens on both families has IPv4 peers so.
  const address = peer.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Undefined when there is no e-mail address: then the proxy says nothing of who asks. */
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
  if (!isEmailAddress(values.email)) throw refusedHeader(email, 'must be an e-mail address');
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

/** No id of ours that stands for something else begins with a letter or a digit, but for one. */
const isId = (id: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._:@|+=~-]{0,127}$/.test(id) && id !== nobodyId;

/** The one value that a header has; undefined when it is absent or empty. @throws AppError 400 */
function readHeader(rawHeaders: readonly string[], header: string): string | undefined {
  const found: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === header) found.push(rawHeaders[at + 1] ?? '');
  }
  // The proxy adds its own behind one that it let through: either could be the stranger's.
  if (found.length > 1) throw refusedHeader(header, 'must occur once');
  const [value] = found;
  if (value === undefined || value.trim() === '') return undefined;
  const text = decode(value.trim());
  if (text === null) throw refusedHeader(header, 'must be UTF-8 text');
  return text;
}

/** Node gives a header's bytes one by one as characters. */
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
