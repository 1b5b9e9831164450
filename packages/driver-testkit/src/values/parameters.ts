import type { ScalarType } from '@sluice/contracts';

/** The types of parameters with an example of each, as it is sent to the API. */
export const examples: readonly (readonly [ScalarType, unknown])[] = [
  ['text', `'; drop table t; --`],
  ['integer', '9223372036854775807'],
  ['decimal', '-0.10'],
  ['boolean', true],
  ['date', '1969-12-31'],
  ['time', '09:30:00.5'],
  ['timestamp', '2026-03-01T09:30:00.000001'],
  ['timestamptz', '2026-03-01T09:30:00+02:00'],
  ['uuid', 'AC10FCF4-0000-4000-8000-00000000ABCD'],
  ['json', { a: [1, null] }],
];

/**
 * Type and form of each example in an engine: its type, and the stored form of `select {{value}}`; for an engine that the
 * tests reach only through a local server, the type and value in the request.
 */
export type ParameterForms = readonly (readonly [engineType: string, form: string | null])[];

const uuid = '"ac10fcf4-0000-4000-8000-00000000abcd"';
const text = `"'; drop table t; --"`;

export const postgresParameters: ParameterForms = [
  ['text', text],
  ['bigint', '"9223372036854775807"'],
  ['numeric', '"-0.10"'],
  ['boolean', 'true'],
  ['date', '"1969-12-31"'],
  ['time without time zone', '"09:30:00.5"'],
  ['timestamp without time zone', '"2026-03-01T09:30:00.000001"'],
  ['timestamp with time zone', '"2026-03-01T07:30:00Z"'],
  ['uuid', uuid],
  ['jsonb', '{"a": [1, null]}'],
];

export const mysqlParameters: ParameterForms = [
  ['varchar(19)', text],
  ['bigint', '"9223372036854775807"'],
  ['decimal(3,2)', '"-0.10"'],
  ['tinyint', '1'],
  ['date', '"1969-12-31"'],
  ['time(6)', '"09:30:00.500000"'],
  ['datetime(6)', '"2026-03-01T09:30:00.000001"'],
  ['datetime', '"2026-03-01T07:30:00"'],
  ['varchar(36)', uuid],
  ['varchar(14)', '"{\\"a\\":[1,null]}"'],
];

export const sqliteParameters: ParameterForms = [
  ['text', text],
  ['integer', '"9223372036854775807"'],
  ['real', '-0.1'],
  ['integer', '1'],
  ['text', '"1969-12-31"'],
  ['text', '"09:30:00.5"'],
  ['text', '"2026-03-01 09:30:00.000001"'],
  ['text', '"2026-03-01 09:30:00+02:00"'],
  ['text', uuid],
  ['text', '"{\\"a\\":[1,null]}"'],
];

export const duckdbParameters: ParameterForms = [
  ['VARCHAR', text],
  ['BIGINT', '"9223372036854775807"'],
  ['DECIMAL(2,2)', '"-0.10"'],
  ['BOOLEAN', 'true'],
  ['DATE', '"1969-12-31"'],
  ['TIME', '"09:30:00.5"'],
  ['TIMESTAMP', '"2026-03-01T09:30:00.000001"'],
  ['TIMESTAMP WITH TIME ZONE', '"2026-03-01T07:30:00Z"'],
  ['UUID', uuid],
  ['VARCHAR', '"{\\"a\\":[1,null]}"'],
];

export const snowflakeParameters: ParameterForms = [
  ['TEXT', `'; drop table t; --`],
  ['FIXED', '9223372036854775807'],
  ['FIXED', '-0.10'],
  ['BOOLEAN', 'true'],
  ['DATE', '-86400000'],
  ['TIME', '34200500000000'],
  ['TIMESTAMP_NTZ', '1772357400000001000'],
  ['TIMESTAMP_TZ', '1772350200000000000 1560'],
  ['TEXT', 'ac10fcf4-0000-4000-8000-00000000abcd'],
  ['TEXT', '{"a":[1,null]}'],
];

export const bigqueryParameters: ParameterForms = [
  ['STRING', `'; drop table t; --`],
  ['INT64', '9223372036854775807'],
  ['NUMERIC', '-0.10'],
  ['BOOL', 'true'],
  ['DATE', '1969-12-31'],
  ['TIME', '09:30:00.5'],
  ['DATETIME', '2026-03-01 09:30:00.000001'],
  ['TIMESTAMP', '2026-03-01 09:30:00+02:00'],
  ['STRING', 'ac10fcf4-0000-4000-8000-00000000abcd'],
  ['JSON', '{"a":[1,null]}'],
];
