import type { OsUser } from './os-user.js';

/** What a keeper is told in its only argument, as JSON. Holds no secret: arguments are public. */
export interface KeeperOrder {
  postgres: string;
  pgCtl: string;
  /** The cluster's real path. */
  cluster: string;
  /** Arguments of postgres. */
  settings: string[];
  user: OsUser;
}

/** The inverse of `JSON.stringify(order)`; the launcher of the same build wrote it. */
export function parseKeeperOrder(text: string | undefined): KeeperOrder {
  const value: unknown = JSON.parse(text ?? 'null');
  if (!isKeeperOrder(value)) throw new Error('The keeper is started by the launcher only');
  return value;
}

const isKeeperOrder = (value: unknown): value is KeeperOrder =>
  typeof value === 'object' &&
  value !== null &&
  'postgres' in value &&
  'pgCtl' in value &&
  'cluster' in value &&
  'settings' in value &&
  'user' in value;
