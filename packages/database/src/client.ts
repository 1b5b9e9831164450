import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.js';

/** Options of {@link openDatabase}. */
export interface DatabaseOptions {
  databaseUrl: string;
  /** Connections kept to the database; each caller that waits longer than 5 s for one gets an error. */
  poolSize: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
}

/** The service's own database, through Prisma. Close it with `$disconnect()`. */
export type Database = PrismaClient;

/** Opens a pool; connects on first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const adapter = new PrismaPg({
    connectionString: options.databaseUrl,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  return new PrismaClient({ adapter });
}
