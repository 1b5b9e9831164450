import { createProcessLogger } from '@sluice/telemetry';
import type { DestinationStream, Level, Logger } from 'pino';

/** Creates the logger of the API. */
export const createLogger = (level: Level | 'silent', destination?: DestinationStream): Logger =>
  createProcessLogger('api', level, destination);
