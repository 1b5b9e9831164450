import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Scope } from './scope.js';
import { completeDocument } from './openapi-document.js';
import { docsPolicy } from './security-headers.js';

/** Service properties in the document. */
export interface OpenApiOptions {
  /** Mount path; empty at the root. */
  baseUrl: string;
  version: string;
  cookieName: string;
}

/**
 * Collects the routes that are registered after it into one OpenAPI document, generated from the
 * zod schemas that validate requests.
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
          'Runs SQL in batches on configured connections and reads their schemas. Every GET also supports HEAD. ' +
          'Any request can get 503 while the process stops or is overloaded, and 421 when allowed host names are ' +
          'configured and the Host header is not one of them.',
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

/** Serves `GET /api/openapi.json` and its viewer `/api/docs`. */
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
