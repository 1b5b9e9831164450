import {
  createAccessRepository,
  createConnectionRepository,
  createQueryHistoryRepository,
  createQueryListRepository,
  createQueryRepository,
  type Database,
} from '@sluice/database';
import { createSqlFormatter, type SqlFormatter } from './format-sql.js';
import type { QueryDependencies } from './queries.js';
import type { QueryHistoryDependencies } from './query-history.js';
import type { Tenants } from './tenants.js';
import { createTurns } from './turns.js';

/** What the routes of saved work call. */
export interface SavedWork {
  queries: QueryDependencies;
  history: QueryHistoryDependencies;
  formatter: SqlFormatter;
}

/** Each holds a connection of the pool, and may read a million rows. */
const historyReads = { atOnce: 2, waiting: 50 };

/** Wires saved queries, the history and the formatter, whose thread is the module at `formatterThread`. */
export function createSavedWork(
  database: Database,
  { tenants, formatterThread }: { tenants: Tenants; formatterThread: URL },
): SavedWork {
  return {
    queries: {
      queries: createQueryRepository(database),
      lists: createQueryListRepository(database),
      connections: createConnectionRepository(database),
      accesses: createAccessRepository(database),
      tenants,
    },
    history: {
      history: createQueryHistoryRepository(database),
      inTurn: createTurns(
        historyReads.atOnce,
        historyReads.waiting,
        'Too many filters of the history wait',
      ),
    },
    formatter: createSqlFormatter(formatterThread),
  };
}
