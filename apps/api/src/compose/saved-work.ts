import type { ApiSettings } from '@sluice/config';
import {
  createAccessRepository,
  createConnectionRepository,
  createDraftRepository,
  createQueryHistoryRepository,
  createQueryListRepository,
  createQueryRepository,
  createQueryVersionRepository,
  type Cipher,
  type Database,
} from '@sluice/database';
import {
  createSqlFormatter,
  type QueryListDependencies,
  type QueryVersionDependencies,
  type SqlFormatter,
} from '../queries/index.js';
import type { DraftDependencies } from '../drafts/index.js';
import type { QueryHistoryDependencies } from '../history/index.js';
import type { Tenants } from '../tenants/index.js';
import { createConcurrencyLimit } from '../limits/index.js';

/** Dependencies of the routes of queries, drafts and history. */
export interface SavedWork {
  queries: QueryVersionDependencies & QueryListDependencies;
  drafts: DraftDependencies;
  history: QueryHistoryDependencies;
  formatter: SqlFormatter;
}

/** Each read holds a connection of the pool and may scan a million rows. */
const historyReads = { atOnce: 2, waiting: 50 };

type DraftSettings = Pick<
  ApiSettings,
  'SERVICE_MAX_DRAFTS_PER_USER' | 'SERVICE_MAX_DRAFT_MB_PER_USER'
>;

/**
 * Creates the dependencies of saved queries, drafts, the history and the formatter;
 * `formatterThread` is the module of its thread.
 */
export function createSavedWork(
  { database, cipher, settings }: { database: Database; cipher: Cipher; settings: DraftSettings },
  { tenants, formatterThread }: { tenants: Tenants; formatterThread: URL },
): SavedWork {
  return {
    queries: {
      queries: createQueryRepository(database, cipher),
      versions: createQueryVersionRepository(database, cipher),
      lists: createQueryListRepository(database),
      connections: createConnectionRepository(database),
      accesses: createAccessRepository(database),
      tenants,
    },
    drafts: {
      drafts: createDraftRepository(database, cipher),
      limits: {
        count: settings.SERVICE_MAX_DRAFTS_PER_USER,
        bytes: settings.SERVICE_MAX_DRAFT_MB_PER_USER * 1e6,
      },
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
