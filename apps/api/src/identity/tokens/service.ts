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
import type { BriefMemory } from '../../cache/index.js';
import type { TokenSigner } from './signing.js';

/** What service tokens are managed with. */
export interface ServiceTokenDependencies {
  tokens: ServiceTokenRepository;
  /** Null: there is no secret to sign with. */
  signer: TokenSigner | null;
  revocations: RevocationRepository;
  audit: Audit;
}

/** The tokens, without what opens anything; for admins. @throws AppError 403 when they are turned off. */
export async function listServiceTokens(
  { tokens, signer }: ServiceTokenDependencies,
  slice: Slice,
): Promise<ServiceToken[]> {
  if (signer === null) throw turnedOff();
  return (await tokens.list(slice)).map(presentServiceToken);
}

/** Creates a token, which no later answer shows. @throws AppError 400 for a name that is taken, 403 when they are turned off. */
export async function createServiceToken(
  { tokens, signer, audit }: ServiceTokenDependencies,
  context: AuditContext,
  { name, role, duration }: CreateServiceToken,
): Promise<CreatedServiceToken> {
  if (signer === null) throw turnedOff();
  const id = newId();
  const hours = Number(duration ?? 0) || null;
  const expiryDate = hours === null ? null : new Date(Date.now() + hours * 3_600_000);
  const token = await signer.sign({ id, name, role, expiryDate });
  const maskedToken = `****${token.slice(-6)}`;
  const row = await tokens.create({ id, name, role, duration: hours, expiryDate, maskedToken });
  if (row === null) {
    const message = 'is the name of another token';
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

/** Ends a token and its work. @throws AppError 403 when they are turned off, 404. */
export async function removeServiceToken(
  { tokens, signer, revocations, audit }: ServiceTokenDependencies,
  context: AuditContext,
  id: string,
): Promise<void> {
  if (signer === null) throw turnedOff();
  if (!(await tokens.remove(id))) throw notFound();
  await revocations.endUnauthorized(context.actor.id);
  await audit.record({
    ...context,
    action: 'service_token.deleted',
    target: `service-tokens/${id}`,
  });
}

/** The repository; a removed token is dropped from the cache, so that the next request with it is refused. */
export const withFreshTokens = (
  tokens: ServiceTokenRepository,
  cache: Pick<BriefMemory<ServiceTokenRow | null>, 'forget'>,
): ServiceTokenRepository => ({
  ...tokens,
  remove: (id) => tokens.remove(id).finally(() => cache.forget(id)),
});

/** Tells whose token comes with a request. */
export interface ServiceTokenCredentials {
  /** Null when it is none of ours, has expired or was deleted. */
  check(token: string): Promise<Principal | null>;
}

/** What a token says counts for nothing but its id: its row has the role and the end. */
export const createServiceTokenCredentials = (
  signer: TokenSigner,
  rows: BriefMemory<ServiceTokenRow | null>,
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

const turnedOff = () => forbidden('Service tokens are turned off', 'service_tokens_off');
