import accessors from '@duckdb/node-api/lib/vectors/dataAccessors.js';

/**
 * Replaces the library's text decoder for strings in lists, structs and maps: its own drops a leading byte
 * order mark. The accessor is not part of the public interface; see `test/sdk-files.test.ts`.
 */
export function keepByteOrderMarks(): void {
  Object.assign(accessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) });
}
