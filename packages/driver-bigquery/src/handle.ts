import { randomUUID } from 'node:crypto';
import { DriverError } from '@sluice/driver-kit';

/** The service's reference of a job. */
export interface JobReference {
  projectId: string;
  location: string;
  jobId: string;
}

/** Returns a reference with a random job id, which is known before the job is created. */
export const newJob = (projectId: string, location: string): JobReference => ({
  projectId,
  location,
  jobId: `sluice_${randomUUID()}`,
});

/** Returns `project:location.job`, as the service's tools write it. */
export const handleOf = ({ projectId, location, jobId }: JobReference): string =>
  `${projectId}:${location}.${jobId}`;

/** Parses the output of {@link handleOf}. @throws DriverError if it does not identify a job */
export function parseHandle(text: string): JobReference {
  const [, projectId, location, jobId] =
    /^((?:[a-z0-9.-]{1,100}:)?[a-z0-9-]{1,63}):([A-Za-z0-9-]{1,63})\.([A-Za-z0-9_-]{1,1024})$/.exec(
      text,
    ) ?? [];
  if (projectId === undefined || location === undefined || jobId === undefined) {
    throw new DriverError('internal', 'not_run', `Invalid BigQuery job ID: ${text.slice(0, 100)}`);
  }
  return { projectId, location, jobId };
}
