import type { WireJob } from './jobs.js';

/** State of a job in a response. */
export type JobState = 'PENDING' | 'RUNNING' | 'DONE';

/** Returns the state in which a request finds a job: a slow one is pending when it is first looked at. */
export function stateOf(job: WireJob): JobState {
  if (job.isDone) return 'DONE';
  return job.looks++ === 0 ? 'PENDING' : 'RUNNING';
}

/** Returns the reference, which identifies a job. */
export const jobReference = (
  project: string,
  { id, location }: WireJob,
): { projectId: string; jobId: string; location: string } => ({
  projectId: project,
  jobId: id,
  location,
});

/** Returns the resource of a job as the discovery document 20250928 describes it. */
export function jobResource(
  project: string,
  job: WireJob,
  state: JobState,
): Record<string, unknown> {
  const { warnings } = job.behaviour;
  const isDone = state === 'DONE';
  return {
    kind: 'bigquery#job',
    etag: `"${job.id}.${state}"`,
    id: `${project}:${job.location}.${job.id}`,
    selfLink: `https://bigquery.googleapis.com/bigquery/v2/projects/${project}/jobs/${job.id}?location=${job.location}`,
    user_email: 'tester@sluice-test.iam.gserviceaccount.com',
    jobReference: jobReference(project, job),
    configuration: { jobType: 'QUERY', ...(job.configuration as object) },
    status: {
      state,
      ...(isDone && job.error && { errorResult: job.error, errors: [job.error] }),
      ...(isDone &&
        warnings && { errors: warnings.map((message) => ({ reason: 'warning', message })) }),
    },
    statistics: statisticsOf(job, state),
    jobCreationReason: { code: 'REQUESTED' },
  };
}

function statisticsOf(job: WireJob, state: JobState): Record<string, unknown> {
  const { statementType, affectedRows, bytesProcessed = 0, childJobs } = job.behaviour;
  const creationTime = String(job.createdMs);
  if (state === 'PENDING') return { creationTime };
  const bytes = String(bytesProcessed);
  const started = {
    creationTime,
    startTime: creationTime,
    ...(job.sessionId !== null && { sessionInfo: { sessionId: job.sessionId } }),
  };
  if (state === 'RUNNING') return { ...started, query: { statementType } };
  return {
    ...started,
    endTime: String(job.endedMs),
    finalExecutionDurationMs: String(job.endedMs - job.createdMs),
    totalBytesProcessed: bytes,
    totalSlotMs: '0',
    ...(childJobs !== undefined && { numChildJobs: String(childJobs) }),
    query: {
      statementType,
      totalBytesProcessed: bytes,
      totalBytesBilled: bytes,
      totalSlotMs: '0',
      cacheHit: false,
      ...(affectedRows !== undefined && { numDmlAffectedRows: String(affectedRows) }),
    },
  };
}
