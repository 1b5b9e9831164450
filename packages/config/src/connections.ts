import type { Environment } from './environment.js';

/** Variables that begin like this tell of connections: `SERVICE_CONNECTIONS__<id>__<field>`. */
export const connectionPrefix = 'SERVICE_CONNECTIONS__';

/** A connection as the environment tells of it. */
export interface EnvironmentConnection {
  id: string;
  /** By the name of the field as it was written; what is blank is left out. */
  fields: { field: string; variable: string; value: string }[];
}

/**
 * The connections of the environment, by id, and the variables that name none. The last `__` ends the id, so
 * an id may hold some. What the fields mean is not looked at.
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
