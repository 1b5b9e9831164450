import type { Identifier } from '../../http/index.js';
import type { AuthProxy } from './service.js';

/** What a proxy in front says in headers; null: no proxy is asked. */
export const byProxy =
  (proxy: AuthProxy | null): Identifier =>
  (request) =>
    proxy === null
      ? Promise.resolve(undefined)
      : proxy.identify(request.socket.remoteAddress, request.raw.rawHeaders);
