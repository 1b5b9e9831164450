import { errorBody, type BigQueryRequest } from './faults.js';
import type { Jobs, QueryOptions, WireJob } from './jobs.js';
import { at } from './json.js';
import { insertOptions, queryRequestOptions } from './requests.js';
import { jobReference, jobResource, stateOf } from './resources.js';
import { resultPage, untilDone, type PageOptions } from './results.js';
import { invalidValue, type WireError } from './wire-error.js';
import { timestampFormat } from './timestamps.js';

/** A response to a request. */
export interface Answer {
  status: number;
  /** The chunks of the body, created while they are sent. */
  body: Iterable<string>;
}

/** A dataset of a project. */
export interface WireDataset {
  id: string;
  /** Default: EU. */
  location?: string;
}

/** Settings of the answers. */
export interface AnswersOptions {
  project: string;
  pageRows: number;
  ignoresTimestampFormat: boolean;
  /** Datasets by project; `refused` if the user may not list them. */
  datasets: Readonly<Record<string, readonly WireDataset[] | 'refused'>>;
}

const json = (status: number, value: unknown): Answer => ({
  status,
  body: [JSON.stringify(value)],
});

/** HTTP status by reason. Source: googleapis/python-bigquery 24d45d0d, google/cloud/bigquery/job/base.py. */
const statuses = new Map([
  ['accessDenied', 403],
  ['backendError', 500],
  ['billingNotEnabled', 403],
  ['blocked', 403],
  ['duplicate', 409],
  ['internalError', 500],
  ['notFound', 404],
  ['notImplemented', 501],
  ['quotaExceeded', 403],
  ['rateLimitExceeded', 403],
  ['responseTooLarge', 403],
]);

const refused = ({ reason, message }: WireError): Answer => {
  const status = statuses.get(reason) ?? 400;
  return { status, body: [errorBody(status, reason, message)] };
};

const notFound = (what: string): Answer =>
  refused({ reason: 'notFound', message: `Not found: ${what}` });

const isError = (value: object): value is WireError => 'reason' in value;

/** Answers the requests of the REST API. */
export class Answers {
  constructor(
    private readonly o: AnswersOptions,
    private readonly jobs: Jobs,
  ) {}

  async answer(request: BigQueryRequest, scopes: readonly string[]): Promise<Answer> {
    const { method, path, query, body } = request;
    const [projects, project = '', kind = '', id, ...rest] = path
      .split('/')
      .map(decodeURIComponent);
    const route = `${method} ${[kind, ...(id === undefined ? [] : [':id', ...rest])].join('/')}`;
    if (projects !== 'projects') return notFound('URL');
    if (kind === 'datasets') return this.dataset(project, id, query);
    if (project !== this.o.project) {
      const message = `Access Denied: Project ${project}: User does not have bigquery.jobs.create permission in project ${project}.`;
      return refused({ reason: 'accessDenied', message });
    }
    if (route === 'POST jobs') return this.insert(body, scopes);
    if (route === 'GET jobs') return this.list(query);
    if (route === 'POST queries') return this.query(body, scopes);
    const job = this.found(id ?? '', query['location']);
    if (job === null) return notFound(`Job ${project}:${query['location'] ?? 'US'}.${id ?? ''}`);
    if (route === 'GET queries/:id') return this.results(job, query);
    if (route === 'GET jobs/:id') return json(200, jobResource(project, job, stateOf(job)));
    if (route === 'POST jobs/:id/cancel') return this.cancel(job);
    return notFound('URL');
  }

  /** A job outside the multi-regions is found only with its location. */
  private found(id: string, location: string | undefined): WireJob | null {
    const job = this.jobs.all.get(id);
    const isMultiRegion = ['US', 'EU'].includes(job?.location ?? '');
    return job && (job.location === location || (location === undefined && isMultiRegion))
      ? job
      : null;
  }

  private insert(body: unknown, scopes: readonly string[]): Answer {
    const { project } = this.o;
    const options = insertOptions(body, project, scopes);
    if (isError(options)) return refused(options);
    if (at(at(body, 'configuration'), 'dryRun') === true) return this.dryRun(options);
    if (this.jobs.all.has(options.id)) {
      const message = `Already Exists: Job ${project}:${options.location}.${options.id}`;
      return refused({ reason: 'duplicate', message });
    }
    const job = this.jobs.insert(options);
    const { refusal } = job.behaviour;
    // The service answers before the job is done.
    const state = job.behaviour.isSlow === true ? 'PENDING' : 'RUNNING';
    return refusal ? refused(refusal) : json(200, jobResource(project, job, state));
  }

  private dryRun({ sql, location }: QueryOptions): Answer {
    // Without a session, so that a dry run does not change one.
    const { refusal, result, statementType, bytesProcessed = 0 } = this.jobs.behaviourOf(sql, null);
    if (refusal) return refused(refusal);
    const totalBytesProcessed = String(bytesProcessed);
    return json(200, {
      kind: 'bigquery#job',
      jobReference: { projectId: this.o.project, location },
      configuration: { jobType: 'QUERY', dryRun: true },
      status: { state: 'DONE' },
      statistics: {
        creationTime: String(Date.now()),
        totalBytesProcessed,
        query: {
          statementType,
          totalBytesProcessed,
          totalBytesProcessedAccuracy: 'PRECISE',
          ...(result && { schema: { fields: result.fields } }),
        },
      },
    });
  }

  /** The service answers while the job still runs. */
  private cancel(job: WireJob): Answer {
    const resource = jobResource(this.o.project, job, job.isDone ? 'DONE' : 'RUNNING');
    this.jobs.cancel(job);
    return json(200, { kind: 'bigquery#jobCancelResponse', job: resource });
  }

  private async query(body: unknown, scopes: readonly string[]): Promise<Answer> {
    const options = queryRequestOptions(body, scopes);
    if (isError(options)) return refused(options);
    const formats = at(body, 'formatOptions');
    const format = timestampFormat(
      at(formats, 'useInt64Timestamp'),
      at(formats, 'timestampOutputFormat'),
    );
    if (typeof format !== 'string') return refused(format);
    if (at(body, 'dryRun') === true) return this.dryRun(options);
    const job = this.jobs.query(options, at(body, 'requestId'));
    const kind = 'bigquery#queryResponse';
    await untilDone(job, Number(at(body, 'timeoutMs') ?? 10_000));
    const maxRows = Number(at(body, 'maxResults') ?? this.o.pageRows);
    return this.page(job, { kind, start: 0, maxRows, format });
  }

  private async results(job: WireJob, query: Record<string, string>): Promise<Answer> {
    const unknown = Object.keys(query).find(
      (key) => key.startsWith('formatOptions.') && !formatKeys.has(key),
    );
    if (unknown !== undefined) return refused(invalidValue(`Unknown name "${unknown}"`));
    const format = timestampFormat(
      query['formatOptions.useInt64Timestamp'],
      this.o.ignoresTimestampFormat ? undefined : query['formatOptions.timestampOutputFormat'],
    );
    if (typeof format !== 'string') return refused(format);
    await untilDone(job, Number(query['timeoutMs'] ?? 10_000));
    const kind = 'bigquery#getQueryResultsResponse';
    const start = Number(query['pageToken'] ?? query['startIndex'] ?? 0);
    const maxRows = Number(query['maxResults'] ?? this.o.pageRows);
    return this.page(job, { kind, start, maxRows, format });
  }

  private page(job: WireJob, options: PageOptions): Answer {
    const { project, pageRows } = this.o;
    if (!job.isDone) {
      const reference = jobReference(project, job);
      return json(200, { kind: options.kind, jobReference: reference, jobComplete: false });
    }
    if (job.error) return refused(job.error);
    const maxRows = Math.min(options.maxRows, pageRows);
    return { status: 200, body: resultPage(project, job, { ...options, maxRows }) };
  }

  private list(query: Record<string, string>): Answer {
    const { project } = this.o;
    const all = [...this.jobs.all.values()].reverse();
    const { some, next } = pageOf(all, query);
    const jobs = some.map((job) => {
      const resource = jobResource(project, job, job.isDone ? 'DONE' : 'RUNNING');
      return { ...resource, state: at(resource['status'], 'state') };
    });
    return json(200, { kind: 'bigquery#jobList', etag: '"list"', jobs, ...next });
  }

  private dataset(project: string, id: string | undefined, query: Record<string, string>): Answer {
    const all = this.o.datasets[project];
    if (all === 'refused') {
      const message = `Access Denied: Project ${project}: User does not have bigquery.datasets.get permission for project ${project}.`;
      return refused({ reason: 'accessDenied', message });
    }
    if (all === undefined) return notFound(`Project ${project}`);
    if (id !== undefined) return notFound(`Dataset ${project}:${id}`);
    const { some, next } = pageOf(all, query);
    const datasets = some.map(({ id: datasetId, location = 'EU' }) => ({
      kind: 'bigquery#dataset',
      id: `${project}:${datasetId}`,
      datasetReference: { projectId: project, datasetId },
      location,
    }));
    // The service omits an empty list.
    const found = datasets.length === 0 ? {} : { datasets };
    return json(200, { kind: 'bigquery#datasetList', etag: '"list"', ...found, ...next });
  }
}

const formatKeys = new Set([
  'formatOptions.timestampOutputFormat',
  'formatOptions.useInt64Timestamp',
]);

/** Returns a page of a list, with the token of the next page if there is one. */
function pageOf<T>(
  all: readonly T[],
  { pageToken = '0', maxResults = '50' }: Record<string, string>,
): { some: readonly T[]; next: { nextPageToken?: string } } {
  const end = Number(pageToken) + Number(maxResults);
  const next = end < all.length ? { nextPageToken: String(end) } : {};
  return { some: all.slice(Number(pageToken), end), next };
}
