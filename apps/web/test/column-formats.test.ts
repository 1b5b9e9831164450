import fc from 'fast-check';
import t from 'tap';
import { formatsOf, formattedCell } from '../src/results/grid/column-formats.js';
import { formattedNumber } from '../src/ui/number-formats.js';

const number = { datatype: 'number' as const };
const datetime = { datatype: 'datetime' as const };

t.test('numbers keep all their digits', (t) => {
  for (const [text, format, shown] of [
    ['1234567.5', 'grouped', '1,234,567.5'],
    ['1234567.50', 'grouped', '1,234,567.50'],
    ['123456789012345678901234.123456789', 'grouped', '123,456,789,012,345,678,901,234.123456789'],
    ['-0.125', 'percent', '-12.5%'],
    ['1234.5', 'two', '1,234.50'],
    ['1234.567', 'two', '1,234.57'],
    ['1234.5', 'whole', '1,235'],
    ['1234', 'compact', '1.2K'],
    ['1e21', 'grouped', '1,000,000,000,000,000,000,000'],
    ['NaN', 'grouped', 'NaN'],
    ['Infinity', 'two', 'Infinity'],
    ['12:30', 'grouped', '12:30'],
    ['', 'whole', ''],
  ] as const) {
    t.equal(formattedCell(text, number, format), shown, `${text} as ${format}`);
  }
  const decimals = fc.tuple(fc.bigInt(), fc.nat({ max: 60 })).map(([digits, places]) => {
    const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
    const fraction = places === 0 ? '' : `.${text.slice(-places)}`;
    return `${digits < 0n ? '-' : ''}${text.slice(0, text.length - places)}${fraction}`;
  });
  fc.assert(
    fc.property(decimals, (text) => {
      // A database has no negative zero.
      const isZero = /^-?0(\.0*)?$/.test(text);
      const grouped = formattedNumber(text).replaceAll(',', '');
      t.equal(isZero ? grouped.replace('-', '') : grouped, isZero ? text.replace('-', '') : text);
    }),
  );
  t.end();
});

t.test('times are shown in a chosen form and zone', (t) => {
  for (const [text, format, shown] of [
    ['2026-01-31T23:59:58.123456Z', 'words', '31 Jan 2026'],
    ['2026-01-31T23:59:58.123456Z', 'day', '2026-01-31'],
    ['2026-01-31T23:59:58', 'minute', '2026-01-31 23:59'],
    ['2026-01-31T23:59:58Z', 'minute', '2026-01-31 23:59Z'],
    ['2026-01-31T23:59:58.123456+05:30', 'utc', '2026-01-31 18:29:58.123456 UTC'],
    ['2026-01-31T23:59:58+02', 'utc', '2026-01-31 21:59:58 UTC'],
    ['0044-03-15T12:00:00Z', 'utc', '0044-03-15 12:00:00 UTC'],
    // Without a zone the moment is unknown.
    ['2026-01-31T23:59:58', 'utc', '2026-01-31T23:59:58'],
    ['2026-13-31', 'words', '2026-13-31'],
    ['2026-01-31T99:99:99Z', 'utc', '2026-01-31T99:99:99Z'],
    ['infinity', 'words', 'infinity'],
    ['0044-03-15 BC', 'words', '0044-03-15 BC'],
    ['+012026-01-31T00:00:00Z', 'utc', '+012026-01-31T00:00:00Z'],
  ] as const) {
    t.equal(formattedCell(text, datetime, format), shown, `${text} as ${format}`);
  }
  t.equal(formattedCell('2026-01-31', { datatype: 'date' }, 'words'), '31 Jan 2026');
  t.end();
});

t.test('the zone of the browser has its offset', (t) => {
  const shown = formattedCell('2026-01-31T12:00:00.5Z', datetime, 'local');
  const [, day, time, offset] = /^(\S+) (\S+)\.5 (UTC\S*)$/.exec(shown) ?? [];
  const zone = offset === 'UTC' ? 'Z' : (offset ?? '').slice(3).replace(/^(.)(\d)(:|$)/, '$10$2$3');
  const iso = `${day}T${time}${zone === 'Z' || zone.includes(':') ? zone : `${zone}:00`}`;
  t.equal(Date.parse(iso), Date.parse('2026-01-31T12:00:00Z'), shown);
  t.end();
});

t.test('a cell without a format, or with an unknown one, is shown as stored', (t) => {
  t.equal(formattedCell('1234', number, null), '1234');
  t.equal(formattedCell('1234', number, 'constructor'), '1234');
  t.equal(formattedCell('2026-01-31', datetime, 'grouped'), '2026-01-31');
  t.equal(formattedCell('1234', { datatype: 'string' }, 'grouped'), '1234');
  t.same(formatsOf({ datatype: 'json' }), {});
  t.ok('local' in formatsOf(datetime));
  t.end();
});
