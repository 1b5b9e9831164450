import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** The relevant parts of the OpenAPI document. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, Record<string, unknown>> };
}

/** An operation of the document. */
export interface OpenApiOperation {
  summary?: string;
  operationId?: string;
  security?: object[];
  parameters?: { in: string; name: string; description?: string }[];
  requestBody?: { content: Record<string, { schema: AnySchema }> };
  responses: Record<string, OpenApiAnswer>;
}

/** A declared response. */
export interface OpenApiAnswer {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: AnySchema }>;
}

/** A received response. */
export interface ReceivedAnswer {
  status: number;
  headers: { get(name: string): string | null };
  body: string;
}

/** Compares responses with the document. */
export interface Conformance {
  /** The operation, such as `GET /api/batches/{id}`. */
  operations: string[];
  declared(operation: string): OpenApiOperation;
  /** Returns the differences from the document; empty if there are none. */
  problems(operation: string, answer: ReceivedAnswer): string[];
  /** Whether a component's schema accepts a value; additional fields are rejected. */
  problemsOf(component: string, value: unknown): string[];
}

/**
 * Reads the document strictly: an undeclared status or field, another content type, and a missing declared
 * header are problems.
 */
export function createConformance(document: OpenApiDocument): Conformance {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema(strict({ $id: 'openapi', components: document.components }) as AnySchema);
  // By schema: most responses of the document have the same few.
  const compiled = new Map<string, ValidateFunction>();
  const check = (schema: unknown, value: unknown): string[] => {
    const key = JSON.stringify(schema);
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
    if (found === undefined) throw new Error(`The document has no operation ${operation}`);
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
      return [...headerProblems(expected, answer), ...bodyProblems(expected, answer, check)];
    },
    problemsOf: (component, value) => check({ $ref: `#/components/schemas/${component}` }, value),
  };
}

/** Declared headers that are present only in some cases. */
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
    return body === '' && sent === null
      ? []
      : [`no body is declared, but ${String(sent)} was sent`];
  }
  const type = Object.keys(content).find((each) => {
    const schema = content[each]?.schema as { format?: string } | undefined;
    return schema?.format === 'binary' ? sent === each : sent?.startsWith(`${each}; charset=utf-8`);
  });
  if (type === undefined) return [`content-type is ${String(sent)}`];
  // A part of JSON is not JSON.
  if (type !== 'application/json' || status === 206) return check(content[type]?.schema, body);
  try {
    return check(content[type]?.schema, JSON.parse(body));
  } catch {
    return [`the body is not JSON: ${body.slice(0, 100)}`];
  }
}

/** Returns the schema with every object closed that does not declare additional properties. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return (schema as unknown[]).map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema as Record<string, unknown>).map(([key, value]) => [
    key,
    key === 'examples' || key === 'example' ? value : strict(value),
  ]);
  const closed = Object.fromEntries(entries) as Record<string, unknown>;
  const isOpen = closed['properties'] !== undefined && closed['additionalProperties'] === undefined;
  // A field may be named `properties`; then it is not a schema.
  return isOpen && closed['type'] === 'object'
    ? { ...closed, additionalProperties: false }
    : closed;
}

const absolute = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'));
