import type { OsUser } from './os-user.js';

/**
 * The only argument of the wrapper process, as JSON. It contains no secret, because arguments are public.
 */
export interface WrapperOptions {
  postgres: string;
  pgCtl: string;
  /** The cluster's real path. */
  cluster: string;
  /** Arguments of postgres. */
  settings: string[];
  user: OsUser;
}

/** Parses what `JSON.stringify(options)` wrote. */
export function parseWrapperOptions(text: string | undefined): WrapperOptions {
  const value: unknown = JSON.parse(text ?? 'null');
  if (!isWrapperOptions(value))
    throw new Error('The wrapper process must be started by the launcher');
  return value;
}

const isWrapperOptions = (value: unknown): value is WrapperOptions =>
  typeof value === 'object' &&
  value !== null &&
  'postgres' in value &&
  'pgCtl' in value &&
  'cluster' in value &&
  'settings' in value &&
  'user' in value;
