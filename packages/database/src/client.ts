import { setFlagsFromString } from 'node:v8';
import { PrismaPg } from '@prisma/adapter-pg';
import type { WebhookEventName } from '@sluice/contracts';
import { Prisma, PrismaClient } from './generated/client.js';

/** Options of {@link openDatabase}. */
export interface DatabaseOptions {
  databaseUrl: string;
  /** Maximum connections to the database; a caller that waits 3 s for one gets an error. */
  poolSize: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Webhook events that have a receiver. Only writes of this process that match one of them store an event. */
  webhookEvents?: readonly WebhookEventName[];
}

/** The metadata database through Prisma. Close it with `$disconnect()`. */
export type Database = PrismaClient;

// Prisma's query compiler is WebAssembly. V8's optimizing compiler would spend 45 MiB and 0.5 s of processor time on it
// in each process, and nearly all queries are raw and do not use it.
setFlagsFromString('--no-wasm-dynamic-tiering');
setFlagsFromString('--no-wasm-tier-up');

/** Opens a connection pool. It connects on first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const adapter = new PrismaPg(
    {
      connectionString: withWebhookEvents(options.databaseUrl, options.webhookEvents ?? []),
      max: options.poolSize,
      application_name: options.applicationName,
      connectionTimeoutMillis: 3_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // A process that hangs inside a transaction must not keep its locks.
      idle_in_transaction_session_timeout: 5_000,
    },
    { statementNameGenerator: createStatementNames() },
  );
  // Any other format searches a stack trace for the caller's line at each query.
  return new PrismaClient({ adapter, errorFormat: 'minimal' });
}

/** Adds the session setting that the webhook triggers read to the URL's `options`. */
function withWebhookEvents(databaseUrl: string, events: readonly WebhookEventName[]): string {
  if (events.length === 0) return databaseUrl;
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.set('options', `${given} -c sluice.webhook_events=${events.join(',')}`.trim());
  return url.href;
}

/** Queries with many texts, such as lists of different lengths, must not fill the server's memory with statements. */
const MAX_STATEMENT_NAMES = 200;

/**
 * Prefix of a query that is not prepared and so is planned at each call: the best plan depends on the values, as for a
 * filter that matches one row or all, or the text differs at each call.
 */
export const unnamedStatement = Prisma.raw('/* unnamed */ ');

/**
 * Names statements, so that each connection parses and plans them once. It needs sessions that stay the same: a pooler
 * in transaction mode between the service and the database does not keep prepared statements.
 */
function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= MAX_STATEMENT_NAMES) return known ?? '';
    if (sql.includes(unnamedStatement.sql)) return '';
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}
