/** Who asks: a user or a service token, whatever way the request was authenticated. */
export interface Principal {
  id: string;
  /** Empty for a service token: its name must not pass for somebody's address in a template. */
  email: string;
  name: string | null;
  role: 'admin' | 'editor';
}

/** What a request stands on beside its principal. */
export interface Credential {
  /** It came with the session of this hash. */
  sessionIdHash?: string;
  /** It came with the password of this stored hash. */
  passwordHash?: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler of a protected scope runs; null on anonymous requests. */
    principal: Principal | null;
    /** What told of the principal, where that can end without the principal; null elsewhere. */
    credential: Credential | null;
  }
}
