import type { BoundValue } from '@sluice/contracts';
import { DriverError, type BoundPlaceholder } from '@sluice/driver-kit';
import { atOriginal, bind } from '@sluice/driver-kit/sql/bind';
import { splitStatements } from '@sluice/sql';
import fc from 'fast-check';
import t from 'tap';

const numbered = { mark: (number: number) => `$${String(number)}`, isShared: true };
const anonymous = { mark: () => '?', isShared: false };

const text = (value: string): BoundValue => ({ type: 'text', value });

function placeholders(
  sql: string,
  values: Readonly<Record<string, readonly BoundValue[]>>,
): BoundPlaceholder[] {
  const [statement] = splitStatements(sql, 'postgres', 1);
  return (statement?.placeholders ?? []).map((each) => ({
    ...each,
    values: values[each.name] ?? [],
  }));
}

void t.test('placeholders become marks, equal ones the same mark where marks have numbers', (t) => {
  const sql = 'select {{a}}, {{b}} from t where a = {{a}} and c in ({{list}})';
  const given = placeholders(sql, {
    a: [text('x')],
    b: [text('y')],
    list: [text('1'), text('2')],
  });
  const shared = bind(sql, given, numbered);
  t.equal(shared.sql, 'select $1, $2 from t where a = $1 and c in ($3, $4)');
  t.same(
    shared.values.map(({ value }) => value),
    ['x', 'y', '1', '2'],
  );
  const separate = bind(sql, given, anonymous);
  t.equal(separate.sql, 'select ?, ? from t where a = ? and c in (?, ?)');
  t.same(
    separate.values.map(({ value }) => value),
    ['x', 'y', 'x', '1', '2'],
  );
  t.end();
});

void t.test('the text is the same for all values of one shape', (t) => {
  const sql = `select {{a}} as "é{{a}}", '{{b}}' || {{b}} where x in ({{list}})`;
  const value = fc.string({ unit: 'binary' }).map(text);
  const lists = fc.array(value, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(value, value, lists, (a, b, list) => {
      const { sql: sent, values } = bind(
        sql,
        placeholders(sql, { a: [a], b: [b], list }),
        numbered,
      );
      t.equal(sent, `select $1 as "é{{a}}", '{{b}}' || $2 where x in ($3, $4, $5)`);
      t.same(values, [a, b, ...list]);
    }),
    { numRuns: 300 },
  );
  t.end();
});

void t.test('a position in the sent text is that of the same character in the original', (t) => {
  const part = fc.constantFrom('select ', '😀', 'é', '{{a}}', '{{list}}', ' x ', '\n', '(', ')');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const sql = `select ${parts.join(' ')} z`;
      const values = { a: [text('v')], list: [text('1'), text('2'), text('3')] };
      const bound = bind(sql, placeholders(sql, values), numbered);
      const sent = Array.from(bound.sql);
      const original = Array.from(sql);
      // Characters that no mark and no placeholder contains.
      const isPlain = (character: string): boolean => /[^$\d, {}a-z]/.test(character);
      for (const [index, character] of sent.entries()) {
        if (isPlain(character)) t.equal(original[bound.original(index + 1) - 1], character);
      }
      t.equal(bound.original(sent.length + 1), original.length + 1);
    }),
    { numRuns: 500 },
  );
  t.end();
});

void t.test('a position inside a mark is that of its placeholder', (t) => {
  const sql = 'select ({{list}}), nothere';
  const bound = bind(sql, placeholders(sql, { list: [text('1'), text('2')] }), numbered);
  const at = (position: number): number | undefined =>
    atOriginal(new DriverError('sql', 'failed', 'error', { position }), bound).position;
  t.equal(at(9), 9);
  t.equal(at(13), 9);
  t.equal(at(bound.sql.indexOf('nothere') + 1), sql.indexOf('nothere') + 1);
  const without = new DriverError('sql', 'failed', 'error');
  t.equal(atOriginal(without, bound), without);
  t.end();
});
