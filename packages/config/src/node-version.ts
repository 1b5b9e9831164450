import type { FieldError } from '@sluice/errors';

/** The major version that the service is tested with. */
const MIN_NODE_MAJOR = 26;

/** Reports a Node version that is too old, before it causes an obscure error. */
export function nodeProblems(version: string = process.versions.node): FieldError[] {
  if (Number.parseInt(version, 10) >= MIN_NODE_MAJOR) return [];
  const message = `Node ${String(MIN_NODE_MAJOR)} or newer is required; this is ${version}`;
  return [{ path: 'node', message }];
}
