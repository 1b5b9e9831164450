import { accessOf, type RouteAccess } from './route-access.js';
import { completeOperation, type Operation } from './openapi-responses.js';

interface Document {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
}

/** The API viewer's own routes. */
const undeclared: RouteAccess = { access: 'users', scope: null };

const PREFIX = '#/components/schemas/';

/**
 * Completes the document generated from the routes: adds the common responses, removes unused
 * schemas, and removes the suffix `Input` where no other schema has that name. HEAD is omitted
 * because every GET supports it.
 */
export function completeDocument(made: object): Document {
  // A deep copy in which no operations share a part: a route with two methods is two operations.
  const document = JSON.parse(JSON.stringify(made)) as Document;
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    Reflect.deleteProperty(operations, 'head');
    for (const [method, operation] of Object.entries(operations)) {
      const route = path.replace(/\{(\w+)\}/g, ':$1');
      const { access, scope } = accessOf(method.toUpperCase(), route) ?? undeclared;
      completeOperation(operation, { method, path, access, scope });
    }
  }
  return withPlainNames(document);
}

function withPlainNames(document: Document): Document {
  const schemas = document.components?.schemas ?? {};
  const used = reachable(document.paths, schemas);
  const nameOf = (name: string): string => {
    const plain = name.replace(/Input$/, '');
    return used.has(plain) ? name : plain;
  };
  const kept = Object.entries(schemas)
    .filter(([name]) => used.has(name))
    .map(([name, schema]) => [nameOf(name), schema] as const)
    .sort(([a], [b]) => a.localeCompare(b));
  const renamed = { ...document.components, schemas: Object.fromEntries(kept) };
  const text = JSON.stringify({ ...document, components: renamed });
  return JSON.parse(
    text.replace(
      /"#\/components\/schemas\/([^"]+)"/g,
      (_, name: string) => `"${PREFIX}${nameOf(name)}"`,
    ),
  ) as Document;
}

/** Returns the names of all schemas that are referenced, directly or through others. */
function reachable(from: unknown, schemas: Record<string, unknown>): Set<string> {
  const found = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(
      /"#\/components\/schemas\/([^"]+)"/g,
    )) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  follow(from);
  return found;
}
