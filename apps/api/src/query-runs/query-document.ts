import {
  queryResultFormatNames,
  queryResultFormats,
  resultParameterPrefix,
  type Query,
  type QueryParameter,
  type QueryResultFormat,
} from '@sluice/contracts';
import { z } from 'zod';
import { valuesSchema } from './value-schema.js';

const RUN_PATH = '/api/queries/{id}/run';
const resultsPaths = {
  json: '/api/queries/{id}/results.json',
  csv: '/api/queries/{id}/results.csv',
  ndjson: '/api/queries/{id}/results.ndjson',
  parquet: '/api/queries/{id}/results.parquet',
} as const satisfies Record<QueryResultFormat, string>;

const operation = z.looseObject({ parameters: z.array(z.looseObject({ in: z.string() })) });
const resultsOperation = z.object({ get: operation });

/** The parts of the service's document that are used here. */
const serviceDocument = z.object({
  openapi: z.string(),
  info: z.object({ version: z.string() }),
  servers: z.unknown(),
  security: z.unknown(),
  paths: z.object({
    [RUN_PATH]: z.object({ post: operation }),
    [resultsPaths.json]: resultsOperation,
    [resultsPaths.csv]: resultsOperation,
    [resultsPaths.ndjson]: resultsOperation,
    [resultsPaths.parquet]: resultsOperation,
  }),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.unknown(),
  }),
});

/**
 * Returns the OpenAPI document of a saved query: the operations that run it, with its parameters. `service` is the
 * document of the service; `names` are the placeholders of the text.
 */
export function queryDocument(
  service: unknown,
  { id, name, parameters }: Query,
  names: readonly string[],
): Record<string, unknown> {
  const { openapi, info, servers, security, components, ...rest } = serviceDocument.parse(service);
  const run = rest.paths[RUN_PATH].post;
  const ownPath = (path: string): string => path.replace('{id}', encodeURIComponent(id));
  const paths = {
    [ownPath(RUN_PATH)]: {
      post: {
        ...run,
        operationId: 'run',
        summary: name,
        parameters: withoutPath(run.parameters),
        requestBody: bodyOf(names, parameters),
      },
    },
    ...Object.fromEntries(
      queryResultFormats.map((format) => {
        const path = resultsPaths[format];
        const { get } = rest.paths[path];
        return [
          ownPath(path),
          {
            get: {
              ...get,
              operationId: `results_${format}`,
              summary: `${name}, as ${queryResultFormatNames[format]}`,
              parameters: [...searchOf(names, parameters), ...withoutPath(get.parameters)],
            },
          },
        ];
      }),
    ),
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

const withoutPath = <T extends { in: string }>(parameters: T[]): T[] =>
  parameters.filter((parameter) => parameter.in !== 'path');

/** The query parameters of a request for rows. A list is a repeated parameter. */
function searchOf(names: readonly string[], definitions: readonly QueryParameter[]) {
  const { properties, required } = valuesSchema(names, definitions);
  return names.map((name) => ({
    in: 'query',
    name: `${resultParameterPrefix}${name}`,
    required: required.includes(name),
    schema: properties[name] ?? {},
  }));
}

function bodyOf(names: readonly string[], definitions: readonly QueryParameter[]) {
  const values = valuesSchema(names, definitions);
  const isRequired = values.required.length > 0;
  const required = isRequired ? ['parameters'] : [];
  return {
    required: isRequired,
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
