import { setFlagsFromString } from 'node:v8';
import { PrismaPg } from '@prisma/adapter-pg';
import type { WebhookEventName } from '@sluice/contracts';
import { Prisma, PrismaClient } from './generated/client.js';

/** Options of {@link openDatabase}. */
export interface DatabaseOptions {
  databaseUrl: string;
  /** Connections kept to the database; each caller that waits longer than 5 s for one gets an error. */
  poolSize: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Events that webhooks are to tell of; what this process writes is noted where it is one of them. */
  webhookEvents?: readonly WebhookEventName[];
}

/** The service's own database, through Prisma. Close it with `$disconnect()`. */
export type Database = PrismaClient;

// Prisma's query compiler is WebAssembly. V8's optimizing compiler would spend 45 MiB and half a second of processor
// time on it in each process; nearly all our queries are raw and do not use it.
setFlagsFromString('--no-wasm-dynamic-tiering');
setFlagsFromString('--no-wasm-tier-up');

/** Opens a pool; connects on first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const adapter = new PrismaPg(
    {
      connectionString: noting(options.databaseUrl, options.webhookEvents ?? []),
      max: options.poolSize,
      application_name: options.applicationName,
      connectionTimeoutMillis: 3_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // A process that is stopped inside a transaction must not keep its locks: others have to go on.
      idle_in_transaction_session_timeout: 5_000,
    },
    { statementNameGenerator: createStatementNames() },
  );
  // Any other format looks for the caller's line in a stack trace, at each query.
  return new PrismaClient({ adapter, errorFormat: 'minimal' });
}

/** The address with the setting that the triggers of webhooks look at, beside those that it has already. */
function noting(databaseUrl: string, events: readonly WebhookEventName[]): string {
  if (events.length === 0) return databaseUrl;
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.set('options', `${given} -c sluice.webhook_events=${events.join(',')}`.trim());
  return url.href;
}

/** Texts that are not among the first this many (lists of other lengths, say) stay unnamed. */
const mostStatementNames = 200;

/**
 * What a query begins with that is to be planned anew each time: its plan hangs on the values, such as a
 * filter that hits one row or all, or its text is another each time.
 */
export const plannedAnew = Prisma.raw('/* anew */ ');

/**
 * Names statements, so that each connection parses and plans them once. The sessions of this pool
 * are ours: a pooler in transaction mode between us and the database would not keep them.
 */
function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= mostStatementNames) return known ?? '';
    if (sql.includes(plannedAnew.sql)) return '';
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}
