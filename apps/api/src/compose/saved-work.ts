import {
  createAccessRepository,
  createConnectionRepository,
  createQueryHistoryRepository,
  createQueryListRepository,
  createQueryRepository,
  type Database,
} from '@sluice/database';
import {
  createSqlFormatter,
  type QueryDependencies,
  type QueryListDependencies,
  type SqlFormatter,
} from '../queries/index.js';
import type { QueryHistoryDependencies } from '../history/index.js';
import type { Tenants } from '../tenants/index.js';
import { createConcurrencyLimit } from '../limits/index.js';

/** Dependencies of the routes of queries and history. */
export interface SavedWork {
  queries: QueryDependencies & QueryListDependencies;
  history: QueryHistoryDependencies;
  formatter: SqlFormatter;
}

/** Each read holds a connection of the pool and may scan a million rows. */
const historyReads = { atOnce: 2, waiting: 50 };

/**
 * Creates the dependencies of saved queries, the history and the formatter; `formatterThread` is
 * the module of its thread.
 */
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
      limitConcurrency: createConcurrencyLimit(
        historyReads.atOnce,
        historyReads.waiting,
        'Too many filtered history requests. Retry later.',
      ),
    },
    formatter: createSqlFormatter(formatterThread),
  };
}
