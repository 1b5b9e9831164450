import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** The OpenAPI document, as far as it is looked into. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, Record<string, unknown>> };
}

/** An operation of it. */
export interface OpenApiOperation {
  summary?: string;
  operationId?: string;
  security?: object[];
  parameters?: { in: string; name: string; description?: string }[];
  requestBody?: { content: Record<string, { schema: AnySchema }> };
  responses: Record<string, OpenApiAnswer>;
}

/** An answer that is declared. */
export interface OpenApiAnswer {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: AnySchema }>;
}

/** An answer as it came. */
export interface ReceivedAnswer {
  status: number;
  headers: { get(name: string): string | null };
  body: string;
}

/** Compares answers with what the document says of them. */
export interface Conformance {
  /** `GET /api/batches/{id}` and so on. */
  operations: string[];
  declared(operation: string): OpenApiOperation;
  /** What differs from the document; nothing when it is as declared. */
  problems(operation: string, answer: ReceivedAnswer): string[];
  /** Whether a value is one that a component's schema allows, fields beside it refused. */
  problemsOf(component: string, value: unknown): string[];
}

/**
 * Reads the document strictly: a status that is not declared, a field that is not, another type of body,
 * a declared header that is missing are all problems.
 */
export function createConformance(document: OpenApiDocument): Conformance {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema(strict({ $id: 'openapi', components: document.components }) as AnySchema);
  const compiled = new Map<string, ValidateFunction>();
  const check = (key: string, schema: unknown, value: unknown): string[] => {
    const known = compiled.get(key) ?? ajv.compile(absolute(strict(schema)) as AnySchema);
    compiled.set(key, known);
    if (known(value)) return [];
    return (known.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath} ${String(message)} ${JSON.stringify(params)}`,
    );
  };
  const declared = (operation: string): OpenApiOperation => {
    const [method = '', path = ''] = operation.split(' ');
    const found = document.paths[path]?.[method.toLowerCase()];
    if (found === undefined) throw new Error(`The document has no ${operation}`);
    return found;
  };
  return {
    operations: Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    ),
    declared,
    problems: (operation, answer) => {
      const expected = declared(operation).responses[answer.status];
      if (expected === undefined)
        return [`status ${answer.status} is not declared: ${answer.body}`];
      return [
        ...headerProblems(expected, answer),
        ...bodyProblems(expected, answer, (schema, value) =>
          check(`${operation} ${answer.status}`, schema, value),
        ),
      ];
    },
    problemsOf: (component, value) =>
      check(component, { $ref: `#/components/schemas/${component}` }, value),
  };
}

/** Headers that are declared, and are there only where they apply. */
const optionalHeaders = new Set(['Link', 'Retry-After', 'WWW-Authenticate']);

function headerProblems({ headers = {} }: OpenApiAnswer, answer: ReceivedAnswer): string[] {
  return Object.keys(headers)
    .filter((name) => !optionalHeaders.has(name) && answer.headers.get(name) === null)
    .map((name) => `header ${name} is missing`);
}

function bodyProblems(
  { content }: OpenApiAnswer,
  { status, headers, body }: ReceivedAnswer,
  check: (schema: unknown, value: unknown) => string[],
): string[] {
  const sent = headers.get('content-type');
  if (content === undefined) {
    return body === '' && sent === null ? [] : [`no body is declared, ${String(sent)} came`];
  }
  const type = Object.keys(content).find((each) => {
    const { format } = content[each]?.schema as { format?: string };
    return format === 'binary' ? sent === each : sent?.startsWith(`${each}; charset=utf-8`);
  });
  if (type === undefined) return [`content-type is ${String(sent)}`];
  // A part of JSON is not JSON.
  if (type !== 'application/json' || status === 206) return check(content[type]?.schema, body);
  try {
    return check(content[type]?.schema, JSON.parse(body));
  } catch {
    return [`the body is no JSON: ${body.slice(0, 100)}`];
  }
}

/** The schema with every object closed that does not say what else it may hold. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return (schema as unknown[]).map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema as Record<string, unknown>).map(([key, value]) => [
    key,
    key === 'examples' || key === 'example' ? value : strict(value),
  ]);
  const closed = Object.fromEntries(entries) as Record<string, unknown>;
  const isOpen = closed['properties'] !== undefined && closed['additionalProperties'] === undefined;
  // A field may be called `properties`, and then it is no schema.
  return isOpen && closed['type'] === 'object'
    ? { ...closed, additionalProperties: false }
    : closed;
}

const absolute = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'));
