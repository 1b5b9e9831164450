import fc from 'fast-check';
import t from 'tap';
import { splitStatements } from '@sluice/sql';
import { dialect, fragmentSoup, harmless, quotedText } from './arbitraries.js';
import { dialects } from './table.js';

/** The names of the placeholders in a text of one statement. */
const names = (text: string, of: (typeof dialects)[number]): string[] =>
  splitStatements(text, of).flatMap(({ placeholders = [] }) =>
    placeholders.map(({ name }) => name),
  );

void t.test('placeholders are found in code, with their offsets and parentheses', (t) => {
  for (const of of dialects) {
    const text =
      'select {{a}}; select * from t where x in ({{ids}}) and y = {{ user.data.tenant }}';
    const [first, second] = splitStatements(text, of);
    t.same(first?.placeholders, [
      { name: 'a', startOffset: 7, endOffset: 12, inParentheses: false },
    ]);
    t.same(
      second?.placeholders?.map(({ name, startOffset, endOffset, inParentheses }) => [
        name,
        second.text.slice(startOffset, endOffset),
        inParentheses,
      ]),
      [
        ['ids', '{{ids}}', true],
        ['user.data.tenant', '{{ user.data.tenant }}', false],
      ],
    );
  }
  t.notOk('placeholders' in (splitStatements('select 1', 'postgres')[0] ?? {}));
  t.end();
});

void t.test('what is no placeholder stays text', (t) => {
  const others = ['{{}}', '{{1a}}', '{{a b}}', '{ {a} }', '{a}', '{{a}', '{{a-b}}', '{{a;}}'];
  for (const of of dialects) {
    for (const other of others) t.same(names(`select ${other}`, of), [], `${of} ${other}`);
    t.same(names('select {{{a}}}', of), ['a']);
  }
  t.end();
});

void t.test('placeholders in literals, quoted names and comments are left alone', (t) => {
  // Content of MySQL's executable comments and of parentheses is code.
  const isText = (quote: (inside: string) => string): boolean => !/^(?:\/\*!|\()/.test(quote(''));
  const quoted = dialect.chain((of) =>
    fc.record({
      of: fc.constant(of),
      quote: fc.constantFrom(...quotedText[of].filter(isText)),
      before: harmless,
      after: harmless,
    }),
  );
  fc.assert(
    fc.property(quoted, ({ of, quote, before, after }) => {
      const inside = `${before}{{hidden}}${after}`;
      const text = `select {{a}}, ${quote(inside)}\n, {{b}} from t`;
      t.same(names(text, of), ['a', 'b'], text);
    }),
    { numRuns: 5000 },
  );
  t.end();
});

void t.test(
  'in any text a placeholder reads as written, and its statement splits as with a word',
  (t) => {
    fc.assert(
      fc.property(fragmentSoup, fragmentSoup, dialect, (before, after, of) => {
        const text = `${before} {{p}} ${after}`;
        for (const { text: statement, placeholders = [] } of splitStatements(text, of)) {
          let at = 0;
          for (const { name, startOffset, endOffset } of placeholders) {
            if (startOffset < at || statement.slice(startOffset, endOffset) !== `{{${name}}}`)
              return false;
            at = endOffset;
          }
        }
        return (
          splitStatements(text, of).length ===
          splitStatements(text.replaceAll('{{p}}', '?????'), of).length
        );
      }),
      // A placeholder is a value and cannot be a label.
      { numRuns: 3000, examples: [['', ':BEGIN;!', 'bigquery']] },
    );
    t.end();
  },
);
