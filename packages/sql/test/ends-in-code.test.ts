import { endsInCode } from '@sluice/sql';
import t from 'tap';

const closed = [
  'select 1',
  "select 'a'",
  "select 'it''s'",
  'select "a""b"',
  'select $$a$$',
  'select $t$ $$ $t$',
  'select 1 -- to the end',
  'select 1 --',
  'select /* a /* b */ c */ 1',
  'select 1 /* a */',
  "select E'a\\''",
  'create function f() returns int language sql begin atomic select 1; end',
];

const open = [
  "select 'a",
  "select 'a''",
  'select "a',
  'select $$a',
  'select $t$ $$',
  'select 1 /* a',
  'select 1 /* a /* b */',
  "select E'a\\'",
  'select (1',
  'create function f() returns int language sql begin atomic select 1;',
];

t.test('endsInCode is true when every quote, comment and body is closed', async (t) => {
  for (const text of closed) t.equal(endsInCode(text, 'postgres'), true, text);
});

t.test('endsInCode is false when a quote, comment, parenthesis or body is open', async (t) => {
  for (const text of open) t.equal(endsInCode(text, 'postgres'), false, text);
});

t.test('endsInCode applies the quotes and comments of the dialect', async (t) => {
  t.equal(endsInCode("select 'a\\'", 'mysql'), false);
  t.equal(endsInCode("select 'a\\'", 'postgres'), true);
  t.equal(endsInCode('select 1 # to the end', 'mysql'), true);
});
