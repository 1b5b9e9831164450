import type { Datatype } from '@sluice/contracts';

/**
 * What an engine's types become in a result: the type as the database names it, its datatype, then pairs
 * of a literal and the JSON text that is stored for it. Tests run it, and docs/reference/values is written from it.
 */
export type ValueTable = readonly (readonly [
  type: string,
  datatype: Datatype,
  ...cases: (readonly [literal: string, json: string])[],
])[];
