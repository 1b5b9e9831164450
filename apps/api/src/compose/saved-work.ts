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
import { createTurns } from '../limits/index.js';

/** What the routes of saved work call. */
export interface SavedWork {
  queries: QueryDependencies & QueryListDependencies;
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
