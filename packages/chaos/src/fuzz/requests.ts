import type { Conformance, OpenApiDocument } from '@sluice/testkit';
import type { Random } from '../plan/random.js';
import { breakBody, mutateValue, oddHeaders, oddIds } from './mutations.js';
import type { IdPool } from './id-pool.js';
import type { Principal } from './people.js';
import { createValueMaker, type KnownTexts } from './values.js';

/** A request to send. */
export interface FuzzRequest {
  number: number;
  /** The intended operation, such as `GET /api/batches/{id}`. */
  operation: string;
  person: Principal;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  /** Whether another route may answer the unusual path, or none because it is too long. */
  isOdd: boolean;
}

/** Options of {@link createRequestMaker}. */
export interface RequestMakerOptions {
  document: OpenApiDocument;
  conformance: Conformance;
  random: Random;
  pool: IdPool;
  known: KnownTexts;
}

interface Parameter {
  in: string;
  name: string;
  schema?: unknown;
}

/** Most other operations need its results. */
const often = 'POST /api/batches';

/** The sender of each request is one of these. */
const senders: [Principal, ...Principal[]] = [
  'admin',
  'admin',
  'editor',
  'editor',
  'personalToken',
  'anonymous',
];

/** Headers of some operations. */
const headerTexts: Partial<Record<string, [string, ...string[]]>> = {
  range: [
    'bytes=0-',
    'bytes=1-3',
    'bytes=-2',
    'bytes=9-1',
    'bytes=0-0,2-2',
    'bytes=99999999999-',
    'x',
  ],
  'if-range': ['"x"', 'W/"x"', 'Sun, 01 Mar 2026 09:30:00 GMT'],
  'if-match': ['*', '"x"', 'W/"x", "y"', 'x', ''],
};

/** Node reads no more of the request line and the headers together. */
const mostHeaderBytes = 16 * 1024;

/** Other values in paths besides ids. */
const pathTexts: Partial<Record<string, [string, ...string[]]>> = {
  origin: ['oidc', 'oauth', 'saml', 'ldap', 'none'],
};

/**
 * Returns a function that makes one request after the other; the same seed and responses give the same
 * requests.
 */
export function createRequestMaker(options: RequestMakerOptions) {
  const { conformance, random, pool } = options;
  const values = createValueMaker(options.document, random, options.known);
  const [first, ...rest] = conformance.operations;
  if (first === undefined) throw new Error('The document has no operations');

  const pathOf = (operation: string): { path: string; isOdd: boolean } => {
    const template = operation.split(' ')[1] ?? '';
    if (!template.includes('{')) return { path: template, isOdd: false };
    const ids = pool.of(operation);
    const isOdd = ids[0] === undefined || random.chance(0.15);
    const id = isOdd ? random.pick(oddIds) : random.pick([ids[0] ?? '', ...ids]);
    const path = template
      .replace('{id}', id)
      .replace(/\{(\w+)\}/g, (_, name: string) => random.pick(pathTexts[name] ?? oddIds));
    return { path, isOdd };
  };

  const queryOf = (operation: string): string => {
    const parts: string[] = [];
    const declared = (conformance.declared(operation).parameters ?? []) as Parameter[];
    for (const { name, schema, in: place } of declared) {
      if (place !== 'query' || !random.chance(0.4)) continue;
      // The longest wait would take too long.
      const value = name === 'wait' ? '0.2' : values.value(schema, name);
      const odd = random.chance(0.2) ? random.pick(oddIds) : encodeURIComponent(String(value));
      parts.push(`${name}=${odd}`);
      if (random.chance(0.05)) parts.push(`${name}=again`);
    }
    if (random.chance(0.03))
      parts.push(random.pick(['%', '=', '&&', 'x[]=1', '__proto__=1', '%00=1']));
    return parts.length === 0 ? '' : `?${parts.join('&')}`;
  };

  const headersOf = (operation: string): Record<string, string> => {
    const declared = (conformance.declared(operation).parameters ?? []) as Parameter[];
    const names = declared.filter(({ in: place }) => place === 'header').map(({ name }) => name);
    return Object.fromEntries(
      names
        .filter((name) => headerTexts[name] !== undefined && random.chance(0.15))
        .map((name) => [name, random.pick(headerTexts[name] ?? [''])]),
    );
  };

  const bodyOf = (operation: string): string | Buffer | undefined => {
    const schema = conformance.declared(operation).requestBody?.content['application/json']?.schema;
    if (schema === undefined) return random.chance(0.03) ? '{"unasked":true}' : undefined;
    let value = values.value(schema);
    for (let count = random.whole(0, 2); count > 0 && random.chance(0.35); count--) {
      value = mutateValue(value, random);
    }
    const json = JSON.stringify(value);
    return random.chance(0.12) ? breakBody(json, random) : json;
  };

  return (number: number): FuzzRequest => {
    const operation = random.chance(0.15) ? often : random.pick([first, ...rest]);
    const method = operation.split(' ')[0] ?? '';
    const { path: plain, isOdd: isOddPath } = pathOf(operation);
    const path = plain + queryOf(operation);
    const isOdd = isOddPath || path.length > mostHeaderBytes;
    const body = bodyOf(operation);
    const person = random.pick(senders);
    const headers: Record<string, string> = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(random.chance(0.1) ? { 'idempotency-key': `key-${random.whole(1, 20)}` } : {}),
      ...headersOf(operation),
      ...(random.chance(0.15) ? random.pick(oddHeaders) : {}),
    };
    return { number, operation, person, method, path, headers, body, isOdd };
  };
}
