import type { WireField, WireValue } from '@sluice/testkit';
import type { ValueTable } from './table.js';

/**
 * A literal and its value, because the fake server evaluates no SQL. A TIMESTAMP is in ISO 8601: the server sends it in
 * the form that the request asks for.
 */
type Cases = readonly (readonly [literal: string, wire: WireValue, json: string])[];

/** A type of a result column with its cases. */
export interface BigQueryType {
  field: Omit<WireField, 'name'>;
  dbType: string;
  datatype: ValueTable[number][1];
  cases: Cases;
}
