import type { FieldError } from '@sluice/errors';

/** The major version that the service is made for and tested on. */
const needed = 26;

/** Says that a process runs on a Node that is too old, for whom it would fail later in a stranger way. */
export function nodeProblems(version: string = process.versions.node): FieldError[] {
  if (Number.parseInt(version, 10) >= needed) return [];
  const message = `Node ${String(needed)} or newer is needed; this is ${version}`;
  return [{ path: 'node', message }];
}
