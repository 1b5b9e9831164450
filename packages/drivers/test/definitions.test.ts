import { driverFor } from '@sluice/drivers';
import { definitionFor, definitions } from '@sluice/drivers/definitions';
import { readFileSync } from 'node:fs';
import t from 'tap';

await t.test('every definition has a driver that is found only by its exact id', async (t) => {
  for (const definition of definitions) {
    t.equal((await driverFor(definition.id))?.definition, definition);
    t.equal(definitionFor(definition.id), definition);
    const keys = definition.fields.map(({ key }) => key);
    t.equal(new Set(keys).size, keys.length, 'field keys are unique');
    const names = definition.fields.flatMap(({ key, aliases = [] }) => [key, ...aliases]);
    t.equal(new Set(names).size, names.length, 'no alias is the key of another field');
  }
  for (const id of ['', 'Postgres', 'postgres ', '__proto__', 'constructor']) {
    t.equal(await driverFor(id), undefined);
    t.equal(definitionFor(id), undefined);
  }
});

await t.test('definitions import only data', (t) => {
  const seen = new Set<string>();
  const visit = (url: string): void => {
    if (seen.has(url)) return;
    seen.add(url);
    const source = readFileSync(new URL(url), 'utf8');
    for (const [, from = ''] of source.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)) {
      t.match(from, /^@sluice\/driver-[a-z]+\/definition(\/[a-z-]+)?$/, `${url} imports ${from}`);
      visit(import.meta.resolve(from));
    }
  };
  visit(import.meta.resolve('@sluice/drivers/definitions'));
  t.equal(
    seen.size,
    definitions.length + 3,
    'the list, the definitions, the common fields and their rule are checked',
  );
  t.end();
});
