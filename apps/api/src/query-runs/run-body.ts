import type { CreateBatch, Query, RunQuery } from '@sluice/contracts';
import { badRequest } from '@sluice/errors';

/** Returns the batch that runs a saved query. @throws AppError 400 without a text or a connection */
export function bodyOfRun(query: Query, run: RunQuery): CreateBatch {
  const { id, name, queryText, chart, runAs } = query;
  if (
    runAs === 'owner' &&
    run.connectionId !== undefined &&
    run.connectionId !== query.connectionId
  ) {
    const message = 'must be absent: the query runs on the access of its owner';
    throw badRequest([{ path: 'connectionId', message }]);
  }
  const connectionId = run.connectionId ?? query.connectionId;
  if (queryText.trim() === '') {
    throw badRequest([{ path: 'id', message: 'The query has no text' }]);
  }
  if (connectionId === null) {
    throw badRequest([
      { path: 'connectionId', message: 'must be given: the query has no connection' },
    ]);
  }
  const { parameters, parameterTypes, maxAgeSeconds } = run;
  return {
    connectionId,
    queryId: id,
    name,
    batchText: queryText,
    chart,
    parameters,
    parameterTypes,
    maxAgeSeconds,
  };
}
