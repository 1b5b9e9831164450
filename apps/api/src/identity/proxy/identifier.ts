import type { Identifier } from '../../http/index.js';
import type { AuthProxy } from './service.js';

/** Authentication by the headers of a trusted reverse proxy; null: disabled. */
export const byProxy =
  (proxy: AuthProxy | null): Identifier =>
  (request) =>
    proxy === null
      ? Promise.resolve(undefined)
      : proxy.identify(request.socket.remoteAddress, request.raw.rawHeaders);
