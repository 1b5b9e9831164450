import type { BoundValue } from '@sluice/contracts';
import { NoticeList } from '@sluice/driver-kit/text/notices';
import type { Api, Call } from './api.js';
import type { JobReference } from './handle.js';
import { countOf, listIn, objectIn, textOf } from './json.js';
import { queryParameters } from './parameters.js';
import type { Settings } from './settings.js';

/** State of a job. */
export interface JobInfo {
  isDone: boolean;
  /** Error of a failed job; null otherwise. */
  error: { reason: string; message: string } | null;
  /** Statement type, such as `SELECT` or `CREATE_TABLE`; empty until known. */
  statementType: string;
  /** Session the job ran in or created; empty = none. */
  sessionId: string;
  sql: string;
  /** Number of statements a script has run. */
  childJobs: number;
  affectedRows: number | null;
  bytesProcessed: number | null;
  /** Warnings; of a failed job also its other errors. */
  warnings: string[];
}

/** Options of a job, in addition to its text. */
export interface JobOptions {
  settings: Settings;
  /** Empty = none. */
  sessionId: string;
  createSession: boolean;
  label: string;
  /** Sent as labels of the job. */
  tag?: Readonly<Record<string, string>>;
  timeoutMs: number | null;
  /** Values of the text's marks; absent = none. */
  values?: readonly BoundValue[] | undefined;
}

const pathOf = (kind: 'jobs' | 'queries', { projectId, jobId }: JobReference): string =>
  `projects/${encodeURIComponent(projectId)}/${kind}/${encodeURIComponent(jobId)}`;

/** Converts a name to a valid label. */
export const labelOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '_')
    .slice(0, 63);

function labelsOf({ label, tag = {} }: JobOptions): { labels?: Record<string, string> } {
  const all = { ...(label !== '' && { application: label }), ...tag };
  const labels = Object.entries(all).map(([name, value]) => [labelOf(name), labelOf(value)]);
  return labels.length === 0
    ? {}
    : { labels: Object.fromEntries(labels) as Record<string, string> };
}

/** Returns the configuration of a query job. */
function configuration(sql: string, o: JobOptions): Record<string, unknown> {
  const { dataset, maximumBytesBilled } = o.settings;
  return {
    query: {
      query: sql,
      useLegacySql: false,
      ...queryParameters(o.values ?? []),
      ...(dataset && { defaultDataset: dataset }),
      ...(maximumBytesBilled !== null && { maximumBytesBilled }),
      ...(o.createSession && { createSession: true }),
      ...(o.sessionId !== '' && {
        connectionProperties: [{ key: 'session_id', value: o.sessionId }],
      }),
    },
    ...(o.timeoutMs !== null && { jobTimeoutMs: String(o.timeoutMs) }),
    ...labelsOf(o),
  };
}

/** Creates a job with a client-generated id: repeated requests create one job. */
export function insertCall(job: JobReference, sql: string, o: JobOptions): Call {
  return {
    method: 'POST',
    path: `projects/${encodeURIComponent(job.projectId)}/jobs`,
    body: { jobReference: job, configuration: configuration(sql, o) },
  };
}

/** Classifies a statement and estimates its bytes. Runs nothing and is free. */
export async function dryRun(
  api: Api,
  sql: string,
  o: Omit<JobOptions, 'timeoutMs'>,
  signal: AbortSignal,
  retryMs?: number,
): Promise<JobInfo> {
  const { project, location } = o.settings;
  // With the limit, the dry run would fail with the same error.
  const settings = { ...o.settings, maximumBytesBilled: null };
  const answer = await api.ask(
    {
      method: 'POST',
      path: `projects/${encodeURIComponent(project)}/jobs`,
      body: {
        jobReference: { projectId: project, location },
        configuration: {
          ...configuration(sql, { ...o, settings, timeoutMs: null }),
          dryRun: true,
        },
      },
    },
    signal,
    retryMs,
  );
  return jobInfo(answer);
}

/** Requests the state of a job. */
export const getCall = (job: JobReference): Call => ({
  method: 'GET',
  path: pathOf('jobs', job),
  query: { location: job.location },
});

/** Requests the cancel of a job. */
export const cancelCall = (job: JobReference): Call => ({
  method: 'POST',
  path: `${pathOf('jobs', job)}/cancel`,
  query: { location: job.location },
});

/** Requests a job's results, with a long poll. */
export const resultsCall = (job: JobReference, query: Record<string, string>): Call => ({
  method: 'GET',
  path: pathOf('queries', job),
  query: { location: job.location, ...query },
});

/** Parses a job resource. */
export function jobInfo(answer: Record<string, unknown>): JobInfo {
  const status = objectIn(answer, 'status');
  const error = errorIn(status);
  const statistics = objectIn(answer, 'statistics');
  const query = objectIn(statistics, 'query');
  return {
    isDone: textOf(status, 'state') === 'DONE',
    error,
    statementType: textOf(query, 'statementType'),
    sessionId: textOf(objectIn(statistics, 'sessionInfo'), 'sessionId'),
    sql: textOf(objectIn(objectIn(answer, 'configuration'), 'query'), 'query'),
    childJobs: countOf(statistics, 'numChildJobs') ?? 0,
    affectedRows: countOf(query, 'numDmlAffectedRows'),
    bytesProcessed:
      countOf(query, 'totalBytesProcessed') ?? countOf(statistics, 'totalBytesProcessed'),
    warnings: warningsIn(status, error),
  };
}

/** Returns the error of a failed job, which may have neither a reason nor a message; null for others. */
function errorIn(status: Record<string, unknown>): JobInfo['error'] {
  const error = status['errorResult'] ?? null;
  return error === null
    ? null
    : { reason: textOf(error, 'reason'), message: textOf(error, 'message') };
}

/** Returns the warnings of a job. `status.errors` also repeats the error of a failed job, which is left out. */
function warningsIn(status: Record<string, unknown>, error: JobInfo['error']): string[] {
  const notices = new NoticeList();
  for (const each of listIn(status, 'errors')) {
    const [reason, message] = [textOf(each, 'reason'), textOf(each, 'message')];
    if (reason !== error?.reason || message !== error.message)
      notices.add(`WARNING: ${message || reason}`);
  }
  return notices.texts;
}
