import type { Api } from './api.js';
import { ApiError, driverError } from './errors.js';
import { listIn, objectIn, textOf } from './json.js';
import { isDatasetId } from './settings.js';

/** Maximum number of pages, each with a thousand datasets. */
const MAX_PAGES = 10;

/**
 * Returns the ids of the datasets of a project in a location that the user can see; empty if the project is
 * refused. Free, and possible with permissions on datasets only. @throws DriverError
 */
export async function listDatasets(
  api: Api,
  project: string,
  location: string,
  signal: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  const path = `projects/${encodeURIComponent(project)}/datasets`;
  let pageToken = '';
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = { maxResults: '1000', ...(pageToken !== '' && { pageToken }) };
      const answer = await api.ask({ method: 'GET', path, query }, signal);
      for (const each of listIn(answer, 'datasets')) {
        const id = textOf(objectIn(each, 'datasetReference'), 'datasetId');
        const where = textOf(each, 'location');
        const isHere = where === '' || where.toLowerCase() === location.toLowerCase();
        if (isHere && isDatasetId(id)) ids.push(id);
      }
      pageToken = textOf(answer, 'nextPageToken');
      if (pageToken === '') break;
    }
  } catch (error) {
    const isRefused = error instanceof ApiError && [403, 404].includes(error.status);
    if (!isRefused || error.isTransient) throw driverError(error, 'failed');
  }
  return ids;
}
