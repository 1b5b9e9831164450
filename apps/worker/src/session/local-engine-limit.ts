import { DriverError } from '@sluice/driver-kit';

/** Limits how many batches use an engine that runs as a process on this machine. */
export interface LocalEngineLimit {
  /** Counts one more. @returns the function that releases it. @throws {DriverError} `isTargetFull` at the limit */
  acquire(): () => void;
}

/** The process of an engine takes tens of megabytes before its first row. */
const MAX_ENGINES = 16;

/** Creates a limit that nothing counts against yet. */
export function createLocalEngineLimit(max = MAX_ENGINES): LocalEngineLimit {
  let active = 0;
  return {
    acquire: () => {
      if (active >= max) {
        const title = `Worker's local engine limit reached (${max})`;
        throw new DriverError('connection', 'not_run', title, { isTargetFull: true });
      }
      active += 1;
      return () => {
        active -= 1;
      };
    },
  };
}
