import type { Query, QueryParameter } from '@sluice/contracts';
import { z } from 'zod';
import { valueSchema } from './value-schema.js';

const RUN_PATH = '/api/queries/{id}/run';

/** The parts of the service's document that are used here. */
const serviceDocument = z.object({
  openapi: z.string(),
  info: z.object({ version: z.string() }),
  servers: z.unknown(),
  security: z.unknown(),
  paths: z.object({
    [RUN_PATH]: z.object({
      post: z.looseObject({ parameters: z.array(z.looseObject({ in: z.string() })) }),
    }),
  }),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.unknown(),
  }),
});

/**
 * Returns the OpenAPI document of a saved query: the operation that runs it, with its parameters. `service` is the
 * document of the service; `names` are the placeholders of the text.
 */
export function queryDocument(
  service: unknown,
  { id, name, parameters }: Query,
  names: readonly string[],
): Record<string, unknown> {
  const { openapi, info, servers, security, components, ...rest } = serviceDocument.parse(service);
  const run = rest.paths[RUN_PATH].post;
  const definitions = new Map(parameters.map((definition) => [definition.name, definition]));
  const paths = {
    [`/api/queries/${encodeURIComponent(id)}/run`]: {
      post: {
        ...run,
        operationId: 'run',
        summary: name,
        parameters: run.parameters.filter((parameter) => parameter.in !== 'path'),
        requestBody: bodyOf(names, definitions),
      },
    },
  };
  const { securitySchemes } = components;
  const schemas = usedSchemas(paths, components.schemas);
  return {
    openapi,
    info: { title: name, version: info.version },
    servers,
    security,
    paths,
    components: { schemas, securitySchemes },
  };
}

function bodyOf(names: readonly string[], definitions: ReadonlyMap<string, QueryParameter>) {
  const needed = names.filter((name) => {
    const definition = definitions.get(name);
    return definition === undefined || (definition.required && definition.default === undefined);
  });
  const values = {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => {
        const definition = definitions.get(name);
        return [name, definition === undefined ? {} : valueSchema(definition)];
      }),
    ),
    required: needed,
    additionalProperties: false,
  };
  const required = needed.length > 0 ? ['parameters'] : [];
  return {
    required: needed.length > 0,
    content: {
      'application/json': {
        schema: { type: 'object', properties: { parameters: values }, required },
      },
    },
  };
}

/** Returns the schemas that a part of the document refers to, also through other schemas. */
function usedSchemas(
  part: unknown,
  schemas: Record<string, unknown>,
  used: Record<string, unknown> = {},
): Record<string, unknown> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (name in used) continue;
    used[name] = schemas[name];
    usedSchemas(schemas[name], schemas, used);
  }
  return used;
}
