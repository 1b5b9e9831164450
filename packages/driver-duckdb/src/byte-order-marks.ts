import accessors from '@duckdb/node-api/lib/vectors/dataAccessors.js';

/**
 * Has the library give texts inside of lists, structs and maps whole: its decoder takes a byte order mark at the
 * beginning of each for a sign of the encoding, and leaves it out.
 */
export function keepByteOrderMarks(): void {
  Object.assign(accessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) });
}
