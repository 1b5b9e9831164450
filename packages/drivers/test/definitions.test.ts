import { driverFor, locate } from '@sluice/drivers';
import { definitionFor, definitions } from '@sluice/drivers/definitions';
import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';

await t.test('every definition has its driver, found by exactly its id', (t) => {
  for (const definition of definitions) {
    t.equal(driverFor(definition.id)?.definition, definition);
    t.equal(definitionFor(definition.id), definition);
    const keys = definition.fields.map(({ key }) => key);
    t.equal(new Set(keys).size, keys.length, 'no field twice');
    const names = definition.fields.flatMap(({ key, aliases = [] }) => [key, ...aliases]);
    t.equal(new Set(names).size, names.length, 'no alias is the name of another field');
  }
  for (const id of ['', 'Postgres', 'postgres ', '__proto__', 'constructor']) {
    t.equal(driverFor(id), undefined);
    t.equal(definitionFor(id), undefined);
  }
  t.end();
});

await t.test('definitions import nothing but definitions', (t) => {
  const folder = new URL('.', import.meta.resolve('@sluice/drivers/definitions'));
  for (const file of readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.js'))) {
    const source = readFileSync(new URL(file, folder), 'utf8');
    for (const [, from] of source.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)) {
      t.match(from, /^\.\/[a-z-]+\.js$/, `${file} imports ${from ?? ''}`);
    }
  }
  t.end();
});

await t.test('a position is a line and a column, counted in characters', (t) => {
  t.strictSame(locate('select x', 8), { line: 1, column: 8 });
  t.strictSame(locate('a\n🎈b', 4), { line: 2, column: 2 });
  t.strictSame(locate('ab', 3), { line: 1, column: 3 }, 'the end of the text');
  t.equal(locate('ab', 4), undefined);
  t.equal(locate('ab', 0), undefined);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (text, position) => {
      const place = locate(text, position);
      const before = Array.from(text).slice(0, position - 1);
      if (place) t.equal(place.line, before.filter((c) => c === '\n').length + 1);
    }),
  );
  t.end();
});
