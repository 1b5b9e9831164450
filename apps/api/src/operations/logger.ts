import { createProcessLogger } from '@sluice/telemetry';
import type { DestinationStream, Level, Logger } from 'pino';

/** The API's log. */
export const createLogger = (level: Level | 'silent', destination?: DestinationStream): Logger =>
  createProcessLogger('api', level, destination);
