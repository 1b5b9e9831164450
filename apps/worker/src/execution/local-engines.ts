import { DriverError } from '@sluice/driver-kit';

/** Sessions that batches have in processes of this machine, of which only so many may run. */
export interface LocalEngines {
  /** Counts one more. @returns what counts it off. @throws {DriverError} `isTargetFull` when there are too many */
  take(): () => void;
}

/** An engine's process takes tens of megabytes before its first row. */
const mostSessions = 16;

/** Makes a count of none. */
export function createLocalEngines(most = mostSessions): LocalEngines {
  let open = 0;
  return {
    take: () => {
      if (open >= most) {
        const title = `The worker runs as many local engines as it may (${most})`;
        throw new DriverError('connection', 'not_run', title, { isTargetFull: true });
      }
      open += 1;
      return () => {
        open -= 1;
      };
    },
  };
}
