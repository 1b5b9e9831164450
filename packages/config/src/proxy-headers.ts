/** Which header of an authenticating proxy holds what, in lower case. */
export interface ProxyHeaders {
  email: string | undefined;
  id: string | undefined;
  name: string | undefined;
  role: string | undefined;
  /** Headers by the name of the value in the user's data. */
  data: Record<string, string>;
}

/** Names that mean something else to an object. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype']);

const fields = ['email', 'id', 'name', 'role'] as const;
type Field = (typeof fields)[number];

/** Reads mappings such as `email:X-EMAIL` and `data.tenant:X-TENANT`, and what is wrong with them. */
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
    // The characters of a header's name (RFC 9110).
    const [, name = '', header = ''] = /^([^:]+):([\w!#$%&'*+.^`|~-]+)$/.exec(mapping) ?? [];
    const problem = add(headers, name, header.toLowerCase());
    if (problem !== null) problems.push(`holds ${mapping}, ${problem}`);
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
