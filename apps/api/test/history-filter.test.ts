import { historyTextFields, historyTextOperators } from '@sluice/database';
import fc from 'fast-check';
import t from 'tap';
import { filterTextOf, parseFilter } from '../dist/history/filter.js';

const clausesOf = (text: string) => {
  const parsed = parseFilter(text);
  return 'clauses' in parsed ? parsed.clauses : parsed.problems;
};

t.test('parses every kind of clause', (t) => {
  const table: [string, object[]][] = [
    ['', []],
    ['  ', []],
    ['status|eq|error', [{ kind: 'text', field: 'status', operator: 'eq', value: 'error' }]],
    ['queryText|contains|a%2Cb%7Cc', [{ value: 'a,b|c' }]],
    ['queryText|like|%25a_%25', [{ operator: 'like', value: '%a_%' }]],
    ['queryText|like|a%5C%5C', [{ value: 'a\\\\' }]],
    ['queryText|regex|^a.*b$', [{ operator: 'regex', value: '^a.*b$' }]],
    ['queryName|ne|', [{ operator: 'ne', value: '' }]],
    ['queryText|contains|%F0%9F%A6%89', [{ value: '🦉' }]],
    ['durationMs|gt|-5', [{ kind: 'number', operator: 'gt', value: -5 }]],
    ['rowCount|ne|999999999999999', [{ field: 'rowCount', value: 999_999_999_999_999 }]],
    ['incomplete|eq|true', [{ kind: 'flag', value: true }]],
    ['incomplete|ne|false', [{ operator: 'ne', value: false }]],
    [' status | eq | error , rowCount|lt|5', [{ value: 'error' }, { value: 5 }]],
  ];
  for (const [text, expected] of table) t.match(clausesOf(text), expected, text);
  const times: [string, string][] = [
    ['2026-02-03', '2026-02-03T00:00:00.000Z'],
    ['2026-02-03T04:05', '2026-02-03T04:05:00.000Z'],
    ['2026-02-03 04:05:06', '2026-02-03T04:05:06.000Z'],
    ['2026-02-03T04:05:06.789Z', '2026-02-03T04:05:06.789Z'],
    ['2026-02-03T04:05:06%2B02:00', '2026-02-03T02:05:06.000Z'],
  ];
  for (const [text, iso] of times) {
    t.same(clausesOf(`startTime|before|${text}`), [
      { kind: 'time', field: 'startTime', operator: 'before', value: new Date(iso) },
    ]);
  }
  t.end();
});

t.test('reports problems with the clause number', (t) => {
  const table: [string, RegExp, number?][] = [
    ['status', /field\|operator\|value/],
    ['status|eq', /field\|operator\|value/],
    ['status|eq|a|b', /%7C/],
    [',', /field\|operator\|value/],
    ['status|eq|error,', /field\|operator\|value/, 2],
    ['status|eq|error,b', /field\|operator\|value/, 2],
    ['nothing|eq|1', /unknown field: nothing/],
    ['constructor|eq|1', /unknown/],
    ['__proto__|eq|1', /unknown/],
    ['toString|eq|1', /unknown/],
    [`${'x'.repeat(90)}|eq|1`, /unknown field: x{40}…/],
    ['status|gt|1', /operators contains, like, regex, eq, ne/],
    ['status|is|1', /operators/],
    ['durationMs|contains|1', /operators lt, gt, eq, ne/],
    ['startTime|eq|2026-01-01', /operators before, after/],
    ['incomplete|contains|true', /operators eq, ne/],
    ['incomplete|eq|yes', /true or false/],
    ['rowCount|eq|', /whole number/],
    ['rowCount|eq|1.5', /whole number/],
    ['rowCount|eq|1e3', /whole number/],
    ['rowCount|eq|1234567890123456', /whole number/],
    ['stopTime|after|', /ISO 8601/],
    ['stopTime|after|yesterday', /ISO 8601/],
    ['stopTime|after|2026-02-31', /ISO 8601/],
    ['stopTime|after|2026-13-01', /ISO 8601/],
    ['stopTime|after|2026-01-01T25:00', /ISO 8601/],
    ['stopTime|after|infinity', /ISO 8601/],
    ['queryText|like|%', /%25/],
    ['queryText|like|%ff', /%25/],
    ['queryText|like|a%5C', /ends in/],
    ['queryText|like|a%5C%5C%5C', /ends in/],
    ['queryText|contains|%00', /invalid characters/],
    [`queryText|contains|${'x'.repeat(1_001)}`, /1000/],
    [`queryText|regex|${'x'.repeat(201)}`, /200/],
    ['status|eq|a,rowCount|eq|x', /whole number/, 2],
    [Array(21).fill('status|eq|a').join(), /limit of 20/, 21],
  ];
  for (const [text, message, clause = 1] of table) {
    t.match(parseFilter(text), { problems: [{ clause, message }] }, text.slice(0, 60));
  }
  const two = parseFilter('a|b|c,status|eq|x,rowCount|eq|x');
  t.match(two, { problems: [{ clause: 1 }, { clause: 3 }] }, 'every problem is reported');
  t.end();
});

t.test('parses any encoded value, and no input throws', (t) => {
  const clause = fc.record({
    field: fc.constantFrom(...historyTextFields),
    operator: fc.constantFrom(...historyTextOperators.filter((each) => each !== 'like')),
    value: fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => text.trim() === text),
  });
  fc.assert(
    fc.property(fc.array(clause, { minLength: 1, maxLength: 20 }), (clauses) => {
      const text = clauses
        .map(({ field, operator, value }) => `${field}|${operator}|${encodeURIComponent(value)}`)
        .join(',');
      const expected = clauses.map((each) => ({ kind: 'text', ...each }));
      // As written by hand, and encoded again by URLSearchParams.
      for (const query of [`filter=${text}`, new URLSearchParams({ filter: text }).toString()]) {
        const found = filterTextOf(`/api/query-history?limit=5&${query}&offset=1`) ?? '';
        t.same(parseFilter(found), { clauses: expected });
      }
    }),
    { numRuns: 150 },
  );
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[a-zA-Z|,%0-9]{0,80}$/),
    fc
      .array(fc.constantFrom('|', ',', '%', '%2', 'status', 'eq', 'rowCount', '1', ' '))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      const parsed = parseFilter(text);
      if ('clauses' in parsed)
        t.equal(parsed.clauses.length, text.trim() === '' ? 0 : text.split(',').length);
      else t.ok(parsed.problems.every(({ clause, message }) => clause >= 1 && message !== ''));
      filterTextOf(`/x?${text}`);
    }),
    { numRuns: 500 },
  );
  t.end();
});

t.test('extracts the filter of a URL without changing it', (t) => {
  const table: [string, string | undefined][] = [
    ['/api/query-history', undefined],
    ['/api/query-history?limit=1', undefined],
    ['/api/query-history?filter', ''],
    ['/api/query-history?filter=', ''],
    ['/api/query-history?filter=a|b|c%2Cd', 'a|b|c%2Cd'],
    ['/api/query-history?filter=a%7Cb%7Cc%252Cd', 'a|b|c%2Cd'],
    ['/api/query-history?filter=a|b|c+d', 'a|b|c d'],
    ['/api/query-history?filter=a%7Cb%7Cc%252Bd', 'a|b|c%2Bd'],
    ['/api/query-history?%66ilter=a|b|c', 'a|b|c'],
    ['/api/query-history?filter=%E0%A4%A', '%E0%A4%A'],
    ['/sub/api/query-history?x=filter=1&filter=a|b|c=d#e', 'a|b|c=d'],
  ];
  for (const [url, expected] of table) t.equal(filterTextOf(url), expected, url);
  t.end();
});
