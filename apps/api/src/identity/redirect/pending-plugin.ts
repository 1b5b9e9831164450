import { randomBytes } from 'node:crypto';
import type { PendingSignInRepository, Prisma } from '@sluice/database';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sign-ins on their way through another service, each bound to the browser that began it. */
export interface PendingSignIns<Data> {
  /** Keeps `data` until the browser comes back with the cookie that the answer sets. */
  begin(reply: FastifyReply, data: Data): Promise<void>;
  /** Gives the data once, and takes the cookie back. Null: begun elsewhere, used, or too old. */
  finish(request: FastifyRequest, reply: FastifyReply): Promise<Data | null>;
}

/** Options of {@link createPendingSignIns}. */
export interface PendingSignInOptions {
  pending: PendingSignInRepository;
  origin: 'oauth' | 'oidc' | 'saml';
  /** Path that the other service sends the browser back to: nothing else sees the cookie. */
  callbackPath: string;
  lifetimeMs: number;
  /** `none` where the other service's page posts to us; browsers take that over TLS only. */
  sameSite: 'lax' | 'none';
  /** Over TLS only. */
  isSecure: boolean;
}

/**
 * Keeps sign-ins under way in the database, for whichever process the browser comes back to. Their
 * cookie is not the session's: a strict one would not come along from another site, and nothing that
 * was begun before a sign-in may outlive it.
 */
export function createPendingSignIns<Data extends Prisma.InputJsonObject>({
  pending,
  origin,
  callbackPath,
  lifetimeMs,
  sameSite,
  isSecure,
}: PendingSignInOptions): PendingSignIns<Data> {
  const cookieName = `sluice.${origin}`;
  const cookie = { path: callbackPath, httpOnly: true, sameSite, secure: isSecure } as const;
  return {
    begin: async (reply, data) => {
      const secret = randomBytes(32).toString('base64url');
      await pending.put({ secret, origin, data, lifetimeMs });
      reply.setCookie(cookieName, secret, { ...cookie, maxAge: lifetimeMs / 1000 });
    },
    finish: async (request, reply) => {
      const secret = request.cookies[cookieName];
      if (secret === undefined || secret === '') return null;
      reply.clearCookie(cookieName, cookie);
      return (await pending.take(origin, secret)) as Data | null;
    },
  };
}
