import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiSettings } from '@sluice/config';
import { newId } from '@sluice/database';
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { earlyHeaders, sendEarlyError } from './errors.js';
import { cachePeerAddresses } from './peer-addresses.js';
import type { Scope } from './scope.js';

/** Options of {@link createHttpServer}. */
export interface HttpServerOptions {
  settings: Pick<ApiSettings, 'SERVICE_TRUST_PROXY' | 'SERVICE_BODY_LIMIT'>;
  log: FastifyBaseLogger;
  /**
   * Checks every response against its schema; for tests, because the check costs more than the
   * response.
   */
  checkResponses?: boolean;
  /**
   * Timeouts for receiving a request and its headers, and the interval of the check, in
   * milliseconds.
   */
  receiving?: { requestMs?: number; headersMs?: number; checkEveryMs?: number };
}

/** Creates a Fastify server without routes. It does not listen yet. */
export function createHttpServer({
  settings,
  log,
  checkResponses = false,
  receiving: { requestMs = 30_000, headersMs = 15_000, checkEveryMs = 5_000 } = {},
}: HttpServerOptions): Scope {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: settings.SERVICE_TRUST_PROXY.length > 0 && settings.SERVICE_TRUST_PROXY,
    bodyLimit: settings.SERVICE_BODY_LIMIT,
    // Limits the time to receive a request, not to send a response.
    requestTimeout: requestMs,
    // Idle timeout of a connection; a client may wait 50 s for a change of its batch.
    connectionTimeout: 120_000,
    // A request without Host gets our response instead of Node's empty one; see refuseWithoutHost.
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkEveryMs,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 1_000 },
    // Fastify's own 503 has no title; refuseWhileClosing replaces it.
    return503OnClosing: false,
    frameworkErrors: sendEarlyError,
    clientErrorHandler: replyToMalformedRequest,
  }).withTypeProvider<ZodTypeProvider>();
  cachePeerAddresses(app.server);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(checkResponses ? checkingSerializer : () => JSON.stringify);
  app.decorateRequest('principal', null);
  app.decorateRequest('credential', null);
  return app;
}

/** Serializes as in production, after checking the response against its schema. */
const checkingSerializer: typeof serializerCompiler = (route) => {
  const check = serializerCompiler(route);
  return (data) => {
    check(data);
    return JSON.stringify(data);
  };
};

/** Responds to requests that are not valid HTTP, with a title like every other error. */
function replyToMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = MALFORMED_STATUS.get(error.code ?? '') ?? 400;
  const reason = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({
    title: reason,
    code: 'malformed_request',
    errors: [{ path: '', message: reason }],
  });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n` +
      `${MALFORMED_HEADERS}\r\n${body}`,
  );
}

const MALFORMED_HEADERS = Object.entries(earlyHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const MALFORMED_STATUS = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);
