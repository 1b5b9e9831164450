import type { ConnectionSchema, SchemaNamespace } from '@sluice/contracts';
import { DriverError } from '@sluice/driver-kit';
import type { EachRow } from '@sluice/driver-kit/introspection';
import { readDatasets, readRegion, regionCatalog } from './catalog.js';
import { ApiError } from './errors.js';
import type { DatasetReference, Settings } from './settings.js';

/** Maximum number of datasets of a project that are read one by one, without access to its region. */
const MAX_DATASETS = 50;
/** Datasets of one query: each query costs a start and a minimum of bytes. */
const DATASETS_PER_QUERY = 10;

/** Access to the catalog with the permissions of the user. */
export interface CatalogAccess {
  each: EachRow;
  /** Returns the ids of the datasets of a project that the user can see. */
  datasetsOf(project: string): Promise<string[]>;
}

/**
 * Returns the datasets, tables and columns visible to the session's user: of the project that runs the jobs,
 * and of the project of the default dataset, which is often another one.
 */
export async function introspect(
  settings: Settings,
  access: CatalogAccess,
): Promise<ConnectionSchema> {
  const projects = new Set([settings.project, settings.dataset?.projectId ?? settings.project]);
  const schemas: SchemaNamespace[] = [];
  const refusals: DriverError[] = [];
  for (const project of projects) {
    const read = await readProject(project, settings, access).catch((error: unknown) => {
      if (!isRefused(error)) throw error;
      refusals.push(error);
      return [];
    });
    schemas.push(...read.map((each) => ({ ...each, name: nameIn(settings, project, each.name) })));
  }
  const [refusal] = refusals;
  if (refusal && schemas.length === 0) throw refusal;
  return { schemas };
}

/** A dataset of another project is named with its project, as in SQL. */
const nameIn = ({ project }: Settings, owner: string, dataset: string): string =>
  owner === project ? dataset : `${owner}.${dataset}`;

/** Views of a region need permissions on the whole project; many users have them on some datasets only. */
async function readProject(
  project: string,
  settings: Settings,
  access: CatalogAccess,
): Promise<SchemaNamespace[]> {
  try {
    return await readRegion(regionCatalog(project, settings), access.each);
  } catch (error) {
    if (!isRefused(error)) throw error;
    const datasets = await visibleDatasets(project, settings, access);
    if (datasets.length === 0) throw error;
    return readEach(datasets, access.each);
  }
}

/** Returns the datasets of a project, the default dataset first, also if no list names it. */
async function visibleDatasets(
  projectId: string,
  { dataset }: Settings,
  { datasetsOf }: CatalogAccess,
): Promise<DatasetReference[]> {
  const ids = new Set<string>();
  if (dataset?.projectId === projectId) ids.add(dataset.datasetId);
  for (const id of (await datasetsOf(projectId)).sort()) ids.add(id);
  return [...ids].map((datasetId) => ({ projectId, datasetId }));
}

/** Reads each dataset for itself. The description of a dataset says if it could not be read. */
async function readEach(
  datasets: readonly DatasetReference[],
  each: EachRow,
): Promise<SchemaNamespace[]> {
  const read: SchemaNamespace[] = [];
  for (let at = 0; at < Math.min(datasets.length, MAX_DATASETS); at += DATASETS_PER_QUERY) {
    const some = datasets.slice(at, Math.min(at + DATASETS_PER_QUERY, MAX_DATASETS));
    read.push(...(await readSome(some, each)));
  }
  const limit = `Not read: the first ${String(MAX_DATASETS)} datasets are read without access to the region`;
  read.push(...datasets.slice(MAX_DATASETS).map((dataset) => unread(dataset, limit)));
  return read.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A refused dataset fails the query over all of them, so that each is read alone. */
async function readSome(
  datasets: readonly DatasetReference[],
  each: EachRow,
): Promise<SchemaNamespace[]> {
  try {
    return await readDatasets(datasets, each);
  } catch (error) {
    if (!isRefused(error)) throw error;
    const [first] = datasets;
    if (datasets.length === 1 && first) return [unread(first, `Not read: ${error.title}`)];
    const read: SchemaNamespace[] = [];
    for (const dataset of datasets) read.push(...(await readSome([dataset], each)));
    return read;
  }
}

const unread = ({ datasetId }: DatasetReference, description: string): SchemaNamespace => ({
  name: datasetId,
  description,
  tables: [],
});

/** Returns whether the user may not read a catalog. To users without permission it may not exist. */
export const isRefused = (error: unknown): error is DriverError =>
  error instanceof DriverError &&
  (error.kind === 'permission' ||
    (error.cause instanceof ApiError && error.cause.reason === 'notFound'));
