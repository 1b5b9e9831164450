// A separate entry point: the main one would bundle the schemas of all resources.
import { isReturnPath } from '@sluice/contracts/return-path';
import { mountPath } from '../http/client.js';

/** Returns the path to open after sign-in; the home page if `next` is not a path of this service. */
export function returnPath(next: string | undefined): string {
  const path = `${mountPath}${next ?? '/'}`;
  return isReturnPath(path, mountPath) ? path : `${mountPath}/`;
}
