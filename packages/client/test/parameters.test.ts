import t from 'tap';
import { sql } from '@sluice/client';
import { readParameters } from '../dist/cli/parameters.js';

void t.test('options become parameters with their types', (t) => {
  t.same(readParameters(['a=1', 'b=1.5', 'c=true', 'd=x=y', 'e=', 'f', 'g=007', 'h=1e5']), {
    parameters: { a: 1, b: 1.5, c: true, d: 'x=y', e: '', f: null, g: '007', h: '1e5' },
    parameterTypes: {},
  });
  t.same(readParameters(['day:date=2026-03-01', 'n:text=5', 'big:integer=9223372036854775807']), {
    parameters: { day: '2026-03-01', n: '5', big: '9223372036854775807' },
    parameterTypes: { day: 'date', n: 'text', big: 'integer' },
  });
  t.same(
    readParameters(['id=1', 'id=2', 'd:date=2026-03-01', 'd:date=2026-03-02', 'l:text[]=a,b']),
    {
      parameters: { id: [1, 2], d: ['2026-03-01', '2026-03-02'], l: ['a', 'b'] },
      parameterTypes: { d: 'date[]', l: 'text[]' },
    },
  );
  t.same(readParameters(['l:integer[]=']).parameters, { l: [] });
  for (const wrong of ['', '=1', '1=2', 'a b=1', 'a:DATE=1']) {
    t.throws(() => readParameters([wrong]), { name: 'UsageError' }, wrong);
  }
  t.end();
});

void t.test('a tagged template has placeholders instead of values', (t) => {
  const query = sql`select ${'a'} from t where x in (${[1, 2]}) and y = ${5n}`;
  t.same(query, {
    text: 'select {{p1}} from t where x in ({{p2}}) and y = {{p3}}',
    parameters: { p1: 'a', p2: [1, 2], p3: '5' },
    parameterTypes: { p3: 'integer' },
  });
  t.end();
});
