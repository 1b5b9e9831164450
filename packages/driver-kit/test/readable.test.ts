import { DriverError } from '@sluice/driver-kit';
import { atPosition, withHint, withNotices } from '@sluice/driver-kit/errors';
import { NoticeList } from '@sluice/driver-kit/text/notices';
import { readable } from '@sluice/driver-kit/text/readable';
import fc from 'fast-check';
import t from 'tap';

/** Texts of UTF-16 code units: with U+0000 and with surrogates that have no pair. */
const anyText = fc
  .array(fc.oneof(fc.constant(0), fc.constant(0xd83c), fc.constant(0xdf88), fc.nat(0xffff)))
  .map((units) => String.fromCharCode(...units));

await t.test('any text of a server becomes one that PostgreSQL can store', (t) => {
  t.equal(readable('a\0b', 10), 'a␀b');
  t.equal(readable('a\ud83cb', 10), 'a\ufffdb');
  t.equal(readable('é🎈\u0001\n', 10), 'é🎈\u0001\n', 'other text is unchanged');
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 20 }), (text, maxChars) => {
      const stored = readable(text, maxChars);
      if (stored.includes('\0') || !stored.isWellFormed()) throw new Error('cannot be stored');
      if (stored.length > maxChars + 8) throw new Error('too long');
      if (readable(stored, maxChars) !== stored) throw new Error('not stable');
    }),
    { numRuns: 5000 },
  );
  t.end();
});

await t.test('a text of 1 MB is cut with a mark, never within a character', (t) => {
  t.equal(readable('x'.repeat(1_000_000), 4), 'xxxx … [cut]');
  t.equal(readable('abc🎈d', 4), 'abc … [cut]');
  t.equal(readable('abcd', 4), 'abcd');
  t.end();
});

await t.test('an error keeps its notices and has readable texts', (t) => {
  const error = withNotices(
    new DriverError('sql', 'failed', 'a\0', { detail: '\0', hint: '\ud800', sqlState: '4\0' }),
    ['n'],
  );
  t.match(atPosition(error, 3), {
    title: 'a␀',
    message: 'a␀',
    detail: '␀',
    hint: '\ufffd',
    sqlState: '4␀',
    position: 3,
    notices: ['n'],
  });
  t.match(withHint(error, 'h'), { detail: '␀', hint: 'h', notices: ['n'] });
  for (const title of ['', ' \n']) {
    const { message } = new DriverError('sql', 'failed', title);
    t.equal(message, 'The database reported an error without a message');
  }
  t.end();
});

await t.test('notices beyond the first hundred are counted', (t) => {
  const list = new NoticeList();
  t.strictSame(list.texts, []);
  for (let n = 1; n <= 101; n++) list.add(`n${String(n)}`);
  t.strictSame([list.texts.length, list.texts.at(-1)], [101, '1 more notice was not kept.']);
  list.add('x');
  t.equal(list.texts.at(-1), '2 more notices were not kept.');
  t.end();
});
