import type { Datatype } from '@sluice/contracts';
import type { Witness } from './witness.js';

/**
 * Stored form of the types of an engine: type name, datatype, and pairs of a literal and its stored JSON.
 * The tests run it against the real engine, and docs/reference/values is generated from it.
 */
export type ValueTable = readonly (readonly [
  type: string,
  datatype: Datatype,
  ...cases: (readonly [literal: string, json: string])[],
])[];

/**
 * The same for an engine that the tests reach only through a local server: each type names the witness of its form. A
 * case can have another one.
 */
export type WitnessedTable = readonly (readonly [
  type: string,
  datatype: Datatype,
  witness: Witness,
  ...cases: (readonly [literal: string, json: string, witness?: Witness])[],
])[];
