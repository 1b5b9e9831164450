import { randomBytes } from 'node:crypto';
import type { PendingSignInRepository, Prisma } from '@sluice/database';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Pending sign-ins with another service, each bound to the browser that started it. */
export interface PendingSignIns<Data> {
  /** Stores `data` until the browser returns with the cookie that this sets. */
  begin(reply: FastifyReply, data: Data): Promise<void>;
  /**
   * Returns the data once and clears the cookie. Null: started in another browser, already used, or
   * expired.
   */
  finish(request: FastifyRequest, reply: FastifyReply): Promise<Data | null>;
}

/** Options of {@link createPendingSignIns}. */
export interface PendingSignInOptions {
  pending: PendingSignInRepository;
  origin: 'oauth' | 'oidc' | 'saml';
  /** Path of the callback; the cookie is limited to it. */
  callbackPath: string;
  lifetimeMs: number;
  /**
   * `none` if the other service's page posts the response; browsers then require a secure cookie.
   */
  sameSite: 'lax' | 'none';
  /** Whether the cookie is sent over TLS only. */
  isSecure: boolean;
}

/**
 * Stores pending sign-ins in the database, because the browser may return to another process. They
 * use a separate cookie: browsers do not send the strict session cookie from another site, and no
 * data from before a sign-in may survive it.
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
