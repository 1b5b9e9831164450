import { errorBody, type BigQueryRequest } from './faults.js';
import type { Jobs, QueryOptions, WireJob } from './jobs.js';
import type { WireError } from './wire-error.js';
import { timestampFormat } from './timestamps.js';

/** A response to a request. */
export interface Answer {
  status: number;
  /** The chunks of the body, created while they are sent. */
  body: Iterable<string>;
}

const json = (status: number, value: unknown): Answer => ({
  status,
  body: [JSON.stringify(value)],
});

const statuses = new Map([
  ['accessDenied', 403],
  ['quotaExceeded', 403],
  ['responseTooLarge', 403],
  ['notFound', 404],
]);

const refused = ({ reason, message }: WireError): Answer => {
  const status = statuses.get(reason) ?? 400;
  return { status, body: [errorBody(status, reason, message)] };
};

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Answers the requests of the REST API. */
export class Answers {
  constructor(
    private readonly project: string,
    private readonly jobs: Jobs,
    private readonly o: { pageRows: number; ignoresTimestampFormat: boolean },
  ) {}

  async answer(request: BigQueryRequest): Promise<Answer> {
    const [, project, kind, id, action] = request.path.split('/').map(decodeURIComponent);
    if (project !== this.project) {
      return refused({ reason: 'accessDenied', message: 'Access Denied: Project' });
    }
    if (request.method === 'POST' && kind === 'jobs' && id === undefined) {
      return this.insert(request.body);
    }
    const found = this.jobs.all.get(id ?? '');
    const job = found?.location === request.query['location'] ? found : undefined;
    if (!job) {
      return refused({ reason: 'notFound', message: `Not found: Job ${id ?? ''}` });
    }
    if (kind === 'queries') return this.results(job, request.query);
    if (action === 'cancel') {
      this.jobs.cancel(job);
      return json(200, { kind: 'bigquery#jobCancelResponse', job: this.resource(job) });
    }
    return json(200, this.resource(job));
  }

  private insert(body: unknown): Answer {
    const options = queryOptions(body);
    const configuration = at(body, 'configuration');
    if (at(configuration, 'dryRun') === true) return this.dryRun(options);
    if (this.jobs.all.has(options.id)) {
      const message = `Already Exists: Job ${this.project}:${options.location}.${options.id}`;
      return { status: 409, body: [errorBody(409, 'duplicate', message)] };
    }
    const job = this.jobs.insert(options);
    const { refusal } = job.behaviour;
    return refusal ? refused(refusal) : json(200, this.resource(job));
  }

  private dryRun({ sql, location }: QueryOptions): Answer {
    // Without a session, so that a dry run does not change one.
    const { refusal, statementType, bytesProcessed = 0 } = this.jobs.behaviourOf(sql, null);
    if (refusal) return refused(refusal);
    return json(200, {
      kind: 'bigquery#job',
      jobReference: { projectId: this.project, location },
      status: { state: 'DONE' },
      statistics: { query: { statementType, totalBytesProcessed: String(bytesProcessed) } },
    });
  }

  private resource(job: WireJob): unknown {
    const { statementType, affectedRows, bytesProcessed = 0, warnings, childJobs } = job.behaviour;
    return {
      kind: 'bigquery#job',
      id: `${this.project}:${job.location}.${job.id}`,
      jobReference: { projectId: this.project, jobId: job.id, location: job.location },
      configuration: job.configuration,
      status: {
        state: job.isDone ? 'DONE' : 'RUNNING',
        ...(job.error && { errorResult: job.error, errors: [job.error] }),
        ...(warnings && { errors: warnings.map((message) => ({ reason: 'warning', message })) }),
      },
      statistics: {
        ...(job.sessionId !== null && { sessionInfo: { sessionId: job.sessionId } }),
        ...(childJobs !== undefined && { numChildJobs: String(childJobs) }),
        query: {
          statementType,
          totalBytesProcessed: String(bytesProcessed),
          ...(affectedRows !== undefined && { numDmlAffectedRows: String(affectedRows) }),
        },
      },
    };
  }

  private async results(job: WireJob, query: Record<string, string>): Promise<Answer> {
    const jobReference = { projectId: this.project, jobId: job.id, location: job.location };
    const format = timestampFormat(
      query['formatOptions.useInt64Timestamp'],
      this.o.ignoresTimestampFormat ? undefined : query['formatOptions.timestampOutputFormat'],
    );
    if (typeof format !== 'string') return refused(format);
    if (!job.isDone) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, Number(query['timeoutMs'] ?? 10_000));
      });
      await Promise.race([job.done, late]);
      clearTimeout(timer);
    }
    if (!job.isDone) return json(200, { jobReference, jobComplete: false });
    if (job.error) return refused(job.error);
    const { result, affectedRows } = job.behaviour;
    const { pageRows } = this.o;
    const start = Number(query['pageToken'] ?? 0);
    const most = Math.min(Number(query['maxResults'] ?? pageRows), pageRows);
    const count = result?.count ?? 0;
    const end = Math.min(start + most, count);
    const head = JSON.stringify({
      kind: 'bigquery#getQueryResultsResponse',
      ...(result && { schema: { fields: result.fields }, totalRows: String(count) }),
      jobReference,
      ...(end < count && { pageToken: String(end) }),
      ...(affectedRows !== undefined && { numDmlAffectedRows: String(affectedRows) }),
    });
    return {
      status: 200,
      body: page(head, start, end, (index) => result?.row(index, format) ?? ''),
    };
  }
}

const PIECE_BYTES = 32 * 1024;

/** Yields a response with rows in its middle. */
function* page(
  head: string,
  start: number,
  end: number,
  row: (index: number) => string | Iterable<string>,
): Generator<string> {
  let piece = head.slice(0, -1);
  for (let index = start; index < end; index++) {
    piece += index === start ? ',"rows":[' : ',';
    const one = row(index);
    if (typeof one === 'string') piece += one;
    else {
      yield piece;
      piece = '';
      yield* one;
    }
    if (piece.length >= PIECE_BYTES) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}${end > start ? ']' : ''},"jobComplete":true,"cacheHit":false}`;
}

function queryOptions(body: unknown): QueryOptions {
  const reference = at(body, 'jobReference');
  const configuration = at(body, 'configuration');
  const query = at(configuration, 'query');
  const properties = at(query, 'connectionProperties');
  const session: unknown = Array.isArray(properties)
    ? properties.find((each: unknown) => at(each, 'key') === 'session_id')
    : undefined;
  const most = text(at(query, 'maximumBytesBilled'));
  return {
    id: text(at(reference, 'jobId')),
    location: text(at(reference, 'location')),
    sql: text(at(query, 'query')),
    configuration,
    createSession: at(query, 'createSession') === true,
    sessionId: session === undefined ? null : text(at(session, 'value')),
    maximumBytesBilled: most === '' ? null : Number(most),
  };
}
