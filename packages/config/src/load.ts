import { AppError, type FieldError } from '@sluice/errors';
import { adviceOn } from './advice.js';
import {
  connectionPrefix,
  environmentConnections,
  type EnvironmentConnection,
} from './connections.js';
import { crossChecks } from './cross-checks.js';
import type { Environment } from './environment.js';
import { nearest } from './nearest.js';
import { nodeProblems } from './node-version.js';
import { sqlpadWarnings } from './sqlpad-names.js';
import { settings, type SettingName, type Settings } from './settings/index.js';

/** Result of {@link loadSettings}. */
export interface LoadedSettings {
  settings: Settings;
  /** For the log: unknown names that look like settings, and risky settings. */
  warnings: string[];
  /** Connections of the environment; their fields are not validated yet. */
  connections: EnvironmentConnection[];
}

/** Validates the connections of the environment. The path of each problem is the name of the variable. */
export type CheckConnections = (
  connections: EnvironmentConnection[],
  settings: Settings,
) => FieldError[];

/**
 * Parses the environment by the table of settings. The `required` settings must be set. `checkConnections` validates the
 * fields of drivers. An outdated Node version is reported like an invalid setting.
 *
 * @throws AppError `configuration` with every problem by name.
 */
export function loadSettings(
  environment: Environment,
  required: readonly SettingName[] = [],
  checkConnections: CheckConnections = () => [],
): LoadedSettings {
  const errors: FieldError[] = nodeProblems();
  const parsed: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(settings)) {
    const result = schema.safeParse(environment[name]);
    if (result.success) parsed[name] = result.data;
    else errors.push({ path: name, message: `${name} ${result.error.issues[0]?.message ?? ''}` });
  }
  const loaded = parsed as Settings;
  errors.push(...missing(environment, required), ...crossChecks(loaded));
  const { connections, malformed } = environmentConnections(environment);
  for (const path of malformed) {
    errors.push({ path, message: `${path} must be ${connectionPrefix}<id>__<field>` });
  }
  errors.push(...checkConnections(connections, loaded));
  if (errors.length > 0) {
    const detail = errors.map((error) => error.message).join('\n');
    throw new AppError('configuration', 500, 'Invalid configuration', { errors, detail });
  }
  const warnings = [
    ...unknownNames(environment),
    ...sqlpadWarnings(environment, Object.keys(settings)),
    ...adviceOn(loaded),
  ];
  return { settings: loaded, warnings, connections };
}

function missing(environment: Environment, required: readonly SettingName[]): FieldError[] {
  return required
    .filter((name) => (environment[name] ?? '') === '')
    .map((name) => ({ path: name, message: `${name} is required` }));
}

function unknownNames(environment: Environment): string[] {
  const known = Object.keys(settings);
  return Object.keys(environment)
    .filter((name) => name.startsWith('SERVICE_') && !known.includes(name))
    .filter((name) => !name.startsWith(connectionPrefix))
    .map((name) => `Unknown setting ${name}; did you mean ${nearest(name, known)}?`);
}
