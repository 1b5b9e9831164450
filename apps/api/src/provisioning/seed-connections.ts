import type { FieldError } from '@sluice/errors';
import type { Logger } from 'pino';
import { checkConnection, type GivenConnection } from './connection-definition.js';
import { keepConnection, type KeepDependencies } from './store-connection.js';
import { problemIn, repeatedIds, type SeedFile } from './seed-files.js';

/** A connection and the file that it is from. */
export interface SeedConnection {
  name: string;
  connection: GivenConnection;
}

/** Reads files of connections: each is the body of `POST /api/connections`, with an id. */
export function checkSeedConnections(
  files: SeedFile[],
  allowsSockets: boolean,
): { seeds: SeedConnection[]; problems: FieldError[] } {
  const problems: FieldError[] = [];
  const seeds: SeedConnection[] = [];
  for (const { name, value } of files) {
    const checked = checkConnection(value, allowsSockets);
    problems.push(...checked.problems.map((each) => problemIn(name, each)));
    if (checked.connection !== null) seeds.push({ name, connection: checked.connection });
  }
  const ids = seeds.map(({ name, connection: { id } }) => ({ name, id }));
  return { seeds, problems: [...problems, ...repeatedIds(ids)] };
}

/** Writes connections as their files say. @returns what is wrong: an id that the environment has. */
export async function writeSeedConnections(
  deps: KeepDependencies,
  seeds: SeedConnection[],
  log: Pick<Logger, 'info'>,
): Promise<FieldError[]> {
  const problems: FieldError[] = [];
  for (const { name, connection } of seeds) {
    const kept = await keepConnection(deps, connection, 'stored');
    if (kept === 'taken') {
      problems.push(
        problemIn(name, { path: 'id', message: 'is that of a connection of the environment' }),
      );
    } else if (kept !== 'unchanged') {
      log.info({ connectionId: connection.id, file: name, kept }, 'a connection was seeded');
    }
  }
  return problems;
}
