import { readdir, readFile } from 'node:fs/promises';
import t from 'tap';

const source = new URL('../src/repositories/', import.meta.url);

/** A schema that is made in the call of `queryRow` or `queryRows`. */
const madeInCall = /\bqueryRows?\(\s*\w+,\s*(?:z\.\w+\(|\w+\.(?:extend|pick|omit|nullable)\()/;

t.test('no query makes the schema of its rows at each call', async (t) => {
  t.match('queryRow(\n  database,\n  z.object({ id: z.string() }),', madeInCall);
  t.match('queryRows(transaction, idRow.extend({ text: z.string() }),', madeInCall);
  const entries = await readdir(source, { recursive: true });
  const files = entries.filter((entry) => entry.endsWith('.ts'));
  t.ok(files.length > 30, `${files.length} files`);
  for (const file of files) {
    const text = await readFile(new URL(file, source), 'utf8');
    t.notMatch(text, madeInCall, file);
  }
});
