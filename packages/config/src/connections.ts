import type { Environment } from './environment.js';

/** Prefix of variables that define connections: `SERVICE_CONNECTIONS__<id>__<field>`. */
export const connectionPrefix = 'SERVICE_CONNECTIONS__';

/** A connection that environment variables define. */
export interface EnvironmentConnection {
  id: string;
  /** Fields with a value, by their name as written. */
  fields: { field: string; variable: string; value: string }[];
}

/**
 * Parses the connections of the environment. The last `__` ends the ID, so an ID may contain `__`. Fields are not
 * validated.
 *
 * @returns the connections, and the variables that do not name one.
 */
export function environmentConnections(environment: Environment): {
  connections: EnvironmentConnection[];
  malformed: string[];
} {
  const byId = new Map<string, EnvironmentConnection>();
  const malformed: string[] = [];
  for (const [variable, value = ''] of Object.entries(environment)) {
    if (!variable.startsWith(connectionPrefix)) continue;
    const [, id, field] = /^(.+)__(.+?)$/.exec(variable.slice(connectionPrefix.length)) ?? [];
    if (id === undefined || field === undefined) {
      malformed.push(variable);
      continue;
    }
    const connection = byId.get(id) ?? { id, fields: [] };
    byId.set(id, connection);
    if (value !== '') connection.fields.push({ field, variable, value });
  }
  return { connections: [...byId.values()], malformed };
}
