import {
  loadApiConfig,
  type ApiSettings,
  type Environment,
  type ProcessConfig,
} from '@sluice/config';
import { type ConnectionDefinition, readEnvironmentConnections } from './provisioning/index.js';

/** Settings of the API with the connections that the environment defines. */
export interface ApiConfiguration extends Omit<ProcessConfig<ApiSettings>, 'connections'> {
  connections: ConnectionDefinition[];
}

/**
 * Loads the settings and connections from an environment, that of the process by default.
 *
 * @throws AppError `configuration` with every problem
 */
export function loadConfiguration(environment?: Environment): ApiConfiguration {
  let connections: ConnectionDefinition[] = [];
  let warnings: string[] = [];
  const loaded = loadApiConfig(environment, (given, settings) => {
    const allowsSockets = settings.SERVICE_UNIX_SOCKETS_DIR !== undefined;
    const read = readEnvironmentConnections(given, allowsSockets);
    connections = read.connections;
    warnings = read.warnings.map(({ message }) => message);
    return read.problems;
  });
  return { ...loaded, connections, warnings: [...loaded.warnings, ...warnings] };
}
