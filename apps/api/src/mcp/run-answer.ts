import { AppError } from '@sluice/errors';
import { batchOf, type Snapshot } from '../batches/index.js';
import type { Principal } from '../identity/principal/index.js';
import {
  DEFAULT_PAGE_BYTES,
  DEFAULT_PAGE_ROWS,
  readPage,
  type PageDependencies,
} from './result-page.js';
import { presentRun } from './run-view.js';
import type { ToolAnswer } from './tool.js';

/** Dependencies of {@link answerWithRows}. */
export type RunAnswerDependencies = PageDependencies;

/**
 * Presents a run with the first rows of its last result, if the principal may read results: only the owner of a run
 * may, and a token needs the scope.
 */
export async function answerWithRows(
  dependencies: RunAnswerDependencies,
  principal: Principal,
  snapshot: Snapshot,
): Promise<ToolAnswer> {
  const { status, userId, statements } = batchOf(snapshot);
  const last = statements.findLast((each) => each.status === 'finished' && each.columns !== null);
  const mayRead = principal.token?.scopes.includes('results:read') ?? true;
  const isReadable = last !== undefined && mayRead && userId === principal.id;
  return {
    body: {
      ...presentRun(snapshot),
      ...(isReadable && (await firstRows(dependencies, principal, last.id))),
    },
    isError: status === 'error',
  };
}

/** The state of a run must be readable when its rows have expired or are not accessible. */
async function firstRows(
  dependencies: PageDependencies,
  principal: Principal,
  statementId: string,
): Promise<Record<string, unknown>> {
  const page = { statementId, offset: 0, limit: DEFAULT_PAGE_ROWS, maxBytes: DEFAULT_PAGE_BYTES };
  try {
    return { result: await readPage(dependencies, principal, page) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { resultError: { code: error.code, title: error.title } };
  }
}
