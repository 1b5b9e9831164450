import { invalidValue, type WireError } from './wire-error.js';

/** Forms of a TIMESTAMP in a response. Only ISO8601_STRING has more than microseconds. */
export type TimestampFormat = 'FLOAT64' | 'INT64' | 'ISO8601_STRING';

const formats = new Set([
  'TIMESTAMP_OUTPUT_FORMAT_UNSPECIFIED',
  'FLOAT64',
  'INT64',
  'ISO8601_STRING',
]);

const isFormat = (text: string): text is TimestampFormat =>
  formats.has(text) && text !== 'TIMESTAMP_OUTPUT_FORMAT_UNSPECIFIED';

/**
 * Returns the form that the options ask for, or the service's error. Source: googleapis/nodejs-bigquery
 * c61c15d2, system-test/timestamp_output_format.ts, and the discovery document 20250928.
 */
export function timestampFormat(
  useInt64: unknown,
  format: unknown = 'TIMESTAMP_OUTPUT_FORMAT_UNSPECIFIED',
): TimestampFormat | WireError {
  const wanted = JSON.stringify(format).replaceAll('"', '');
  if (!formats.has(wanted)) {
    return invalidValue(`Invalid value for timestamp_output_format: ${wanted}`);
  }
  const isInt64 = String(useInt64) === 'true';
  if (isInt64 && (wanted === 'FLOAT64' || wanted === 'ISO8601_STRING')) {
    return invalidValue('Cannot specify both use_int64_timestamp and timestamp_output_format.');
  }
  if (isInt64) return 'INT64';
  return isFormat(wanted) ? wanted : 'FLOAT64';
}

const iso = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,12}))?Z/g;

/** Returns a text with its timestamps, which scripts write in ISO 8601, in a form. */
export const textInFormat = (text: string, format: TimestampFormat): string =>
  text.replaceAll(iso, (_all, seconds: string, fraction = '') =>
    oneInFormat(seconds, String(fraction), format),
  );

function oneInFormat(seconds: string, fraction: string, format: TimestampFormat): string {
  if (format === 'ISO8601_STRING') return `${seconds}.${fraction.padEnd(12, '0')}Z`;
  const micros =
    BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
  if (format === 'INT64') return String(micros);
  const [digits = '0', exponent = '0'] = (Number(micros) / 1e6).toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${String(Number(exponent))}`;
}
