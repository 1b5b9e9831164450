/** Who asks: a user, whatever way the request was authenticated. */
export interface Principal {
  id: string;
  email: string;
  name: string | null;
  role: 'admin' | 'editor';
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler of a protected scope runs; null on anonymous requests. */
    principal: Principal | null;
  }
}
