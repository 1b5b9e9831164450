/** The headers of an authenticating proxy, in lower case. */
export interface ProxyHeaders {
  email: string | undefined;
  id: string | undefined;
  name: string | undefined;
  role: string | undefined;
  /** Headers by the key in the user's data. */
  data: Record<string, string>;
}

/** Keys that could change an object's prototype. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype']);

const fields = ['email', 'id', 'name', 'role'] as const;
type Field = (typeof fields)[number];

/** Parses mappings such as `email:X-EMAIL` and `data.tenant:X-TENANT`; returns their problems, too. */
export function parseProxyHeaders(mappings: readonly string[]): {
  headers: ProxyHeaders;
  problems: string[];
} {
  const headers: ProxyHeaders = {
    email: undefined,
    id: undefined,
    name: undefined,
    role: undefined,
    data: {},
  };
  const problems: string[] = [];
  for (const mapping of mappings) {
    // The characters of a header name (RFC 9110).
    const [, name = '', header = ''] = /^([^:]+):([\w!#$%&'*+.^`|~-]+)$/.exec(mapping) ?? [];
    const problem = add(headers, name, header.toLowerCase());
    if (problem !== null) problems.push(`contains ${mapping}, ${problem}`);
  }
  if (headers.email === undefined) problems.push('must map email to a header');
  return { headers, problems };
}

function add(headers: ProxyHeaders, name: string, header: string): string | null {
  if (header === '') return 'which is not <field>:<HEADER>';
  if (isField(name)) {
    if (headers[name] !== undefined) return 'a second header for the same field';
    headers[name] = header;
    return null;
  }
  const key = /^data\.(\w{1,64})$/.exec(name)?.[1];
  if (key === undefined) return 'whose field is not email, id, name, role or data.<name>';
  if (refusedNames.has(key)) return 'whose name cannot be used';
  if (Object.hasOwn(headers.data, key)) return 'a second header for the same field';
  headers.data[key] = header;
  return null;
}

const isField = (name: string): name is Field => fields.some((field) => field === name);
