import type { Datatype } from '@sluice/contracts';

/**
 * Stored form of the types of an engine: type name, datatype, and pairs of a literal and its stored JSON.
 * The tests run it and docs/reference/values is generated from it.
 */
export type ValueTable = readonly (readonly [
  type: string,
  datatype: Datatype,
  ...cases: (readonly [literal: string, json: string])[],
])[];
