import type { ServiceSettings } from '@sluice/config';
import type { Logger } from 'pino';
import type { WorkerTelemetry } from '../telemetry/index.js';
import type { WorkerServices } from './services.js';

/** Dependencies of every part of a worker. */
export interface WorkerContext {
  settings: ServiceSettings;
  log: Logger;
  services: WorkerServices;
  telemetry: WorkerTelemetry;
  /** Logs the failure of a background task. */
  onError(error: unknown): void;
  /** Registers a function that closes what was opened; the last registered one is called first. */
  onClose(close: () => Promise<unknown>): void;
}
