import type { Query, QueryParameter } from '@sluice/contracts';
import { valueSchema } from './value-schema.js';

/** The parts of an OpenAPI document that this module uses. */
interface OpenApiDocument {
  openapi: string;
  info: { version: string };
  servers?: unknown;
  security?: unknown;
  paths: Record<string, { post?: RunOperation }>;
  components: { schemas: Record<string, unknown>; securitySchemes?: unknown };
}

interface RunOperation {
  description?: string;
  parameters: { in: string }[];
  requestBody?: unknown;
  responses: unknown;
}

/**
 * Returns the OpenAPI document of a saved query: the operation that runs it, with its parameters. `service` is the
 * document of the service; `names` are the placeholders of the text.
 */
export function queryDocument(
  service: OpenApiDocument,
  { id, name, parameters }: Query,
  names: readonly string[],
): object {
  const run = service.paths['/api/queries/{id}/run']?.post;
  if (run === undefined) throw new Error('The document of the service lacks the run of queries');
  const { openapi, info, servers, security, components } = service;
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
