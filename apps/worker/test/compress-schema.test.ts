import { gunzipSync } from 'node:zlib';
import type { ConnectionSchema } from '@sluice/contracts';
import fc from 'fast-check';
import t from 'tap';
import { compressSchema } from '../dist/requests/compress-schema.js';

const text = fc.string({ unit: 'binary', maxLength: 8 });
const column = fc.record({ name: text, description: text, dataType: text });
const table = fc.record({
  name: text,
  description: text,
  type: text,
  columns: fc.array(column, { maxLength: 3 }),
});
const tables = fc.array(table, { maxLength: 3 });
const schema: fc.Arbitrary<ConnectionSchema> = fc.oneof(
  fc.record({ tables }),
  fc.record({
    schemas: fc.array(fc.record({ name: text, description: text, tables }), { maxLength: 3 }),
  }),
);

t.test('writing table by table gives the JSON of the whole schema', async (t) => {
  await fc.assert(
    fc.asyncProperty(schema, async (made) => {
      const written = gunzipSync(await compressSchema(made)).toString();
      if (written !== JSON.stringify(made)) throw new Error(written);
    }),
  );
  t.pass();
});
