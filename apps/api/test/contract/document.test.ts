import { createConformance, type OpenApiDocument } from '@sluice/testkit';
import t from 'tap';
import { openApi } from '../fixtures.js';

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
  examples?: unknown[];
}

/** Returns the inline schemas of a schema, without references. */
const within = ({ items, anyOf = [], additionalProperties, properties = {} }: Schema): Schema[] => [
  ...(items === undefined ? [] : [items]),
  ...anyOf,
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ...Object.values(properties),
];

/** Returns every field of a component with its path. */
function fieldsOf(schema: Schema, path = ''): [string, Schema][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(
    ([name, field]): [string, Schema][] => [
      [`${path}.${name}`, field],
      ...fieldsOf(field, `${path}.${name}`),
    ],
  );
  const others = within({ ...schema, properties: {} }).flatMap((each) => fieldsOf(each, path));
  return [...own, ...others];
}

/** Returns the paths of all fields in a value, in the form of {@link fieldsOf}. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsOf(each, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => [
    `${path}.${name}`,
    ...pathsOf(field, `${path}.${name}`),
  ]);
}

t.test('the OpenAPI document is complete', async (t) => {
  const api = await openApi(t);
  const response = await api.anonymous('GET', '/api/openapi.json');
  const document = response.json<OpenApiDocument>();
  const conformance = createConformance(document);

  t.test('every operation, parameter and response has a description', async (t) => {
    const ids = conformance.operations.map((each) => conformance.declared(each).operationId);
    t.equal(new Set(ids).size, ids.length, 'operation ids are unique');
    for (const operation of conformance.operations) {
      const { summary, parameters = [], responses } = conformance.declared(operation);
      t.match(summary, /\w/, operation);
      for (const { name, description } of parameters) {
        t.match(description, /\w/, `${operation} ${name}`);
      }
      for (const [status, { description }] of Object.entries(responses)) {
        t.match(description, /\w/, `${operation} ${status}`);
        t.not(description, 'Default Response', `${operation} ${status}`);
      }
    }
  });

  t.test('every schema and field has a description and a valid example', async (t) => {
    const schemas = Object.entries(document.components.schemas) as [string, Schema][];
    t.ok(schemas.length > 35);
    for (const [name, schema] of schemas) {
      t.match(schema.description, /\w/, name);
      const { examples = [] } = schema;
      t.not(examples.length, 0, `${name} has an example`);
      for (const example of examples) t.same(conformance.problemsOf(name, example), [], name);
      const shown = pathsOf(examples);
      for (const [path, field] of fieldsOf(schema)) {
        if (field.$ref === undefined) t.match(field.description, /\w/, `${name}${path}`);
        // The path of a field below an arbitrary key begins with that key.
        t.ok(
          shown.some((each) => each.endsWith(path)),
          `${name}${path} is in an example`,
        );
      }
    }
  });

  t.test('the conformance check finds differences', async (t) => {
    const headers = (type = 'application/json; charset=utf-8') =>
      new Headers({ 'content-type': type, etag: 'W/"x"' });
    const check = (body: unknown, more: { status?: number; headers?: Headers } = {}) =>
      conformance.problems('GET /api/health', {
        status: 200,
        headers: headers(),
        body: JSON.stringify(body),
        ...more,
      });
    t.same(check({ status: 'ok' }), []);
    t.match(check({ status: 'ok', secret: 1 }), [/additional properties/]);
    t.match(check({ status: 'other' }), [/must be equal to constant/]);
    t.match(check({}), [/required property 'status'/]);
    t.match(check({ status: 'ok' }, { status: 418 }), [/418 is not declared/]);
    t.match(check({ status: 'ok' }, { headers: headers('text/html') }), [/content-type/]);
    const untagged = new Headers({ 'content-type': 'application/json; charset=utf-8' });
    t.match(check({ status: 'ok' }, { headers: untagged }), [/ETag is missing/]);
    t.match(check({ status: 'ok' }, { status: 304 }), [/no body is declared/]);
    const nested = { title: 'x', errors: [{ path: '', message: '', line: 1 }] };
    t.match(conformance.problemsOf('Error', nested), [/additional properties/]);
  });
});
