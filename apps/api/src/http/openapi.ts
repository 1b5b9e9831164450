import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Scope } from './scope.js';
import { completeDocument } from './openapi-document.js';
import { docsPolicy } from './security-headers.js';

/** What the document says of the service. */
export interface OpenApiOptions {
  /** Mount path; empty at the root. */
  baseUrl: string;
  version: string;
  cookieName: string;
}

/**
 * Collects the routes registered after it into one OpenAPI document, made from the same zod schemas
 * that validate requests.
 */
export async function describeRoutes(
  app: Scope,
  { baseUrl, version, cookieName }: OpenApiOptions,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sluice',
        version,
        description:
          'Runs SQL in batches on configured connections and reads their schemas. Every GET has its HEAD. ' +
          'A process that stops or is overloaded answers any request with 503, and one that is asked by a ' +
          'name that is not its own, where names are given, with 421.',
      },
      servers: [{ url: baseUrl === '' ? '/' : baseUrl }],
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic' },
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          session: { type: 'apiKey', in: 'cookie', name: cookieName },
        },
      },
      security: [{ basic: [] }, { bearer: [] }, { session: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => completeDocument(jsonSchemaTransformObject(document)) as object,
  });
}

/** `GET /api/openapi.json` and the page that shows it, `/api/docs`. */
export async function registerDocs(scope: Scope, baseUrl: string): Promise<void> {
  scope.route({
    method: 'GET',
    url: '/api/openapi.json',
    schema: { hide: true },
    handler: () => scope.swagger(),
  });
  await scope.register(swaggerUi, {
    routePrefix: '/api/docs',
    indexPrefix: baseUrl,
    theme: { title: 'Sluice API' },
    staticCSP: false,
    transformStaticCSP: docsPolicy,
    uiConfig: { docExpansion: 'list', deepLinking: true },
  });
}
