import type { FieldError } from '@sluice/errors';
import type { Logger } from 'pino';
import { checkConnection, type ConnectionDefinition } from './connection-definition.js';
import { storeConnection, type StoreDependencies } from './store-connection.js';
import { problemIn, repeatedIds, type SeedFile } from './seed-files.js';

/** A connection and its file. */
export interface SeedConnection {
  name: string;
  connection: ConnectionDefinition;
}

/** Reads files of connections: each is the body of `POST /api/connections` with an id. */
export function checkSeedConnections(
  files: SeedFile[],
  allowsSockets: boolean,
): { seeds: SeedConnection[]; problems: FieldError[]; warnings: FieldError[] } {
  const problems: FieldError[] = [];
  const warnings: FieldError[] = [];
  const seeds: SeedConnection[] = [];
  for (const { name, value } of files) {
    const checked = checkConnection(value, allowsSockets);
    problems.push(...checked.problems.map((each) => problemIn(name, each)));
    warnings.push(...checked.warnings.map((each) => problemIn(name, each)));
    if (checked.connection !== null) seeds.push({ name, connection: checked.connection });
  }
  const ids = seeds.map(({ name, connection: { id } }) => ({ name, id }));
  return { seeds, problems: [...problems, ...repeatedIds(ids)], warnings };
}

/**
 * Stores the connections of the files. @returns the problems: ids that connections of the
 * environment use
 */
export async function writeSeedConnections(
  deps: StoreDependencies,
  seeds: SeedConnection[],
  log: Pick<Logger, 'info'>,
): Promise<FieldError[]> {
  const problems: FieldError[] = [];
  for (const { name, connection } of seeds) {
    const kept = await storeConnection(deps, connection, 'stored');
    if (kept === 'taken') {
      problems.push(
        problemIn(name, {
          path: 'id',
          message: 'is the id of a connection defined in the environment',
        }),
      );
    } else if (kept !== 'unchanged') {
      log.info({ connectionId: connection.id, file: name, kept }, 'connection seeded');
    }
  }
  return problems;
}
