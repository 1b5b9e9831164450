import type { WireField, WireValue } from '@sluice/testkit';
import type { WitnessedTable } from './table.js';
import type { Witness } from './witness.js';

/**
 * A literal and its value, because the fake server evaluates no SQL. A TIMESTAMP is in ISO 8601: the server sends it in
 * the form that the request asks for.
 */
type Case = readonly [literal: string, wire: WireValue, json: string, witness?: Witness];

/** A type of a result column with its cases. */
export interface BigQueryType {
  field: Omit<WireField, 'name'>;
  dbType: string;
  datatype: WitnessedTable[number][1];
  /** Shows the form of the type. A case can have another one. */
  witness: Witness;
  cases: readonly Case[];
}
