import { randomUUID } from 'node:crypto';
import { DriverError } from '@sluice/driver-kit';

/** A job as the service names it. */
export interface JobReference {
  projectId: string;
  location: string;
  jobId: string;
}

/** A job of our own making, which nobody else can have made: its id is known before it is. */
export const newJob = (projectId: string, location: string): JobReference => ({
  projectId,
  location,
  jobId: `sluice_${randomUUID()}`,
});

/** `project:location.job`, as the service's own tools write it. */
export const handleOf = ({ projectId, location, jobId }: JobReference): string =>
  `${projectId}:${location}.${jobId}`;

/** Reads what {@link handleOf} wrote. @throws DriverError when it does not name one job */
export function parseHandle(text: string): JobReference {
  const [, projectId, location, jobId] =
    /^((?:[a-z0-9.-]{1,100}:)?[a-z0-9-]{1,63}):([A-Za-z0-9-]{1,63})\.([A-Za-z0-9_-]{1,1024})$/.exec(
      text,
    ) ?? [];
  if (projectId === undefined || location === undefined || jobId === undefined) {
    throw new DriverError('internal', 'not_run', `${text.slice(0, 100)} does not name a job`);
  }
  return { projectId, location, jobId };
}
