import type { CreatedServiceToken, CreateServiceToken, ServiceToken } from '@sluice/contracts';
import {
  isUuid,
  newId,
  type RevocationRepository,
  type ServiceTokenRepository,
  type ServiceTokenRow,
  type Slice,
} from '@sluice/database';
import { badRequest, forbidden, notFound } from '@sluice/errors';
import { type Principal, principalFrom } from '../principal/index.js';
import type { Audit, AuditContext } from '../../audit/index.js';
import type { ShortLivedCache } from '../../cache/index.js';
import type { TokenSigner } from './signing.js';

/** Dependencies of the service token functions. */
export interface ServiceTokenDependencies {
  tokens: ServiceTokenRepository;
  /** Null: no signing secret is configured. */
  signer: TokenSigner | null;
  revocations: RevocationRepository;
  audit: Audit;
}

/**
 * Lists the tokens without their secrets, for admins. @throws AppError 403 when service tokens are
 * disabled
 */
export async function listServiceTokens(
  { tokens, signer }: ServiceTokenDependencies,
  slice: Slice,
): Promise<ServiceToken[]> {
  if (signer === null) throw tokensDisabled();
  return (await tokens.list(slice)).map(presentServiceToken);
}

/**
 * Creates a token; only this response contains it. @throws AppError 400 for a name in use, 403 when
 * service tokens are disabled
 */
export async function createServiceToken(
  { tokens, signer, audit }: ServiceTokenDependencies,
  context: AuditContext,
  { name, role, duration }: CreateServiceToken,
): Promise<CreatedServiceToken> {
  if (signer === null) throw tokensDisabled();
  const id = newId();
  const hours = Number(duration ?? 0) || null;
  const expiryDate = hours === null ? null : new Date(Date.now() + hours * 3_600_000);
  const token = await signer.sign({ id, name, role, expiryDate });
  const maskedToken = `****${token.slice(-6)}`;
  const row = await tokens.create({ id, name, role, duration: hours, expiryDate, maskedToken });
  if (row === null) {
    const message = 'is already in use';
    throw badRequest([{ path: 'name', message }], `"name" ${message}`);
  }
  const target = `service-tokens/${id}`;
  await audit.record({
    ...context,
    action: 'service_token.created',
    target,
    detail: { name, role },
  });
  return { ...presentServiceToken(row), token };
}

/**
 * Deletes a token and cancels its work. @throws AppError 403 when service tokens are disabled, 404
 */
export async function removeServiceToken(
  { tokens, signer, revocations, audit }: ServiceTokenDependencies,
  context: AuditContext,
  id: string,
): Promise<void> {
  if (signer === null) throw tokensDisabled();
  if (!(await tokens.remove(id))) throw notFound();
  await revocations.endUnauthorized(context.actor.id);
  await audit.record({
    ...context,
    action: 'service_token.deleted',
    target: `service-tokens/${id}`,
  });
}

/**
 * Wraps the repository: deleting a token removes it from the cache, so that its next request is
 * refused.
 */
export const withFreshTokens = (
  tokens: ServiceTokenRepository,
  cache: Pick<ShortLivedCache<ServiceTokenRow | null>, 'delete'>,
): ServiceTokenRepository => ({
  ...tokens,
  remove: (id) => tokens.remove(id).finally(() => cache.delete(id)),
});

/** Authenticates service tokens. */
export interface ServiceTokenCredentials {
  /** Returns null when the token is invalid, expired or deleted. */
  check(token: string): Promise<Principal | null>;
}

/** Only the id of a token is trusted; its row has the role and the expiry date. */
export const createServiceTokenCredentials = (
  signer: TokenSigner,
  rows: ShortLivedCache<ServiceTokenRow | null>,
): ServiceTokenCredentials => ({
  check: async (token) => {
    const id = await signer.verify(token);
    const row = id === null || !isUuid(id) ? null : await rows.get(id);
    if (row === null || (row.expiryDate !== null && row.expiryDate <= new Date())) return null;
    return principalFrom({ ...row, email: '' });
  },
});

const presentServiceToken = (row: ServiceTokenRow): ServiceToken => ({
  id: row.id,
  name: row.name,
  role: row.role === 'admin' ? 'admin' : 'editor',
  duration: row.duration,
  expiryDate: row.expiryDate?.toISOString() ?? null,
  maskedToken: row.maskedToken,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const tokensDisabled = () =>
  forbidden('Service tokens are disabled. Set SERVICE_SERVICE_TOKEN_SECRET.', 'service_tokens_off');
