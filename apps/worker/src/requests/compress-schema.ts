import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';

/**
 * Returns the JSON text of a schema, compressed with gzip. It is written table by table, so that the whole
 * text is never in memory.
 */
export const compressSchema = (schema: ConnectionSchema): Promise<Buffer> =>
  buffer(Readable.from(parts(schema)).pipe(createGzip()));

/** Returns the JSON text of a small value, compressed with gzip. */
export const compressJson = (value: object): Promise<Buffer> =>
  promisify(gzip)(JSON.stringify(value));

function* parts(schema: ConnectionSchema): Generator<string> {
  if ('schemas' in schema) {
    yield '{"schemas":[';
    for (const [index, { tables, ...rest }] of schema.schemas.entries()) {
      yield `${index === 0 ? '' : ','}${JSON.stringify(rest).slice(0, -1)},"tables":[`;
      yield* tableParts(tables);
      yield ']}';
    }
  } else {
    yield '{"tables":[';
    yield* tableParts(schema.tables);
  }
  yield ']}';
}

function* tableParts(tables: readonly SchemaTable[]): Generator<string> {
  for (const [index, table] of tables.entries()) {
    yield (index === 0 ? '' : ',') + JSON.stringify(table);
  }
}
