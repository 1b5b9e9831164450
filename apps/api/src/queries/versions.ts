import type { QueryVersion, QueryVersionListItem } from '@sluice/contracts';
import type {
  QueryVersionHead,
  QueryVersionRepository,
  QueryVersionRow,
  Slice,
} from '@sluice/database';
import { AppError, notFound } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import type { PresentedQuery } from './presenter.js';
import { getQuery, updateQuery, type QueryDependencies } from './service.js';

/** Dependencies of the versions of saved queries. */
export interface QueryVersionDependencies extends QueryDependencies {
  versions: QueryVersionRepository;
}

/** Lists the versions of a query that the principal may read, newest first. @throws AppError 404, 403 */
export async function listVersions(
  deps: QueryVersionDependencies,
  principal: Principal,
  id: string,
  slice: Slice,
): Promise<QueryVersionListItem[]> {
  await getQuery(deps, principal, id);
  return (await deps.versions.list(id, slice)).map(presentHead);
}

/** Returns a version of a query that the principal may read. @throws AppError 404, 403 */
export async function getVersion(
  deps: QueryVersionDependencies,
  principal: Principal,
  { id, number }: { id: string; number: string },
): Promise<QueryVersion> {
  await getQuery(deps, principal, id);
  const version = isNumber(number) ? await readVersion(deps, id, Number(number)) : null;
  if (version === null) throw notFound();
  const { queryText, parameters, chart, ...head } = version;
  return {
    ...presentHead(head),
    queryText,
    parameters: parameters as QueryVersion['parameters'],
    chart: chart as QueryVersion['chart'],
  };
}

/**
 * Restores text, parameters and chart of a version. The result is a new version. With `ifMatch`, only if it names the current
 * version of the query.
 *
 * @throws AppError 404, 403, 412
 */
export async function restoreVersion(
  deps: QueryVersionDependencies,
  principal: Principal,
  { id, number, ifMatch }: { id: string; number: string; ifMatch: string | undefined },
): Promise<PresentedQuery> {
  const version = await getVersion(deps, principal, { id, number });
  const { queryText, parameters, chart } = version;
  const body = { queryText, parameters, chart };
  return updateQuery(deps, principal, { id, ifMatch, body, restoredFrom: version.number });
}

/** @throws AppError 400 if no passphrase decrypts it */
async function readVersion(
  { versions }: Pick<QueryVersionDependencies, 'versions'>,
  id: string,
  number: number,
): Promise<QueryVersionRow | null> {
  const version = await versions.find(id, number);
  if (version !== 'unreadable') return version;
  throw new AppError(
    'undecryptable',
    400,
    'This version was encrypted with another SERVICE_PASSPHRASE. Restore the old passphrase as SERVICE_PASSPHRASE_PREVIOUS.',
  );
}

/** At most nine digits: an integer of the database. */
const isNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

const presentHead = ({ createdAt, ...head }: QueryVersionHead): QueryVersionListItem => ({
  ...head,
  createdAt: createdAt.toISOString(),
});
