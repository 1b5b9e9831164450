// Runs in its own process: it measures the time of code that no other test has warmed up.
import t from 'tap';
import { locate, splitStatements, type Dialect } from '@sluice/sql';
import { dialects } from './table.js';

const mega = 1024 * 1024;
// The testkit would start servers.
const isDeep = process.env['TEST_DEEP'] === '1';

/** Inputs that make a scanner with unbounded look-ahead quadratic. Repeated to the wanted length. */
const hostile: readonly string[] = [
  ...[
    "'",
    '"',
    '`',
    '[',
    '[a',
    ']',
    '(',
    ')',
    '\\',
    ';',
    '$',
    '#',
    '-',
    '*',
    '/',
    ' ',
    '\n',
    'a',
    '1',
    'é',
  ],
  ...[
    "\\'",
    "''",
    '$a',
    '$a$b$a',
    '$a$ $b$ ',
    '$$a',
    '$a $b ',
    '--',
    '-- ',
    '--\n',
    '--\r',
    '/*',
    '/* ',
    '*/',
    '/*/',
  ],
  ...[
    '/*! ',
    '/*!/*',
    '/*+',
    "E'",
    "E'\\",
    "E'a'\n",
    "E'a'\n--\n",
    "e'' ",
    'begin ',
    'begin; ',
    'end ',
    'case ',
  ],
  ...[
    'CREATE PROCEDURE p() ',
    'CREATE DEFINER=a ',
    'create function f() begin atomic ',
    'if then ',
    'loop ',
  ],
  ...[
    'DELIMITER //\n',
    'DELIMITER ;',
    'DELIMITER \\;',
    'DELIMITER  ',
    'DELIMITER\n',
    'SELECT 1;',
    '[a b',
    'a;\n',
  ],
  ...[
    'l: ',
    '@a//',
    'file://',
    '\\g',
    '\\d ',
    '\\d //',
    '--x\n',
    'SET LOCAL a ',
    'with a as procedure ',
    'use a\n',
    'use ',
    'use a;\n ',
    '\\restrict a',
    '<<a>> ',
    'set statement for ',
    '1x$',
    '1$',
    '{{a}}$a',
    'copy t from stdin;\n',
    'copy t from stdin;\n\\.\n',
    'copy t from stdin; ',
    '\\.',
    '{{a}}? :',
    ' :1',
  ],
];
/** Prefixes that put the scanner in a state before the repeated part. */
const openings: readonly string[] = [
  '',
  `DELIMITER ${'$'.repeat(15)}x\n`,
  `DELIMITER ${'a'.repeat(16)}\n`,
  'CREATE PROCEDURE p() BEGIN ',
  'CREATE FUNCTION f() BEGIN ATOMIC ',
  'CREATE PACKAGE BODY p AS ',
  'SET standard_conforming_strings = off;',
  `$${'a'.repeat(1000)}$`,
];

const realistic = `-- Orders of one day; with their lines
SELECT o.id, o."placed;at", c.name, 'it''s; fine' AS note, count(*) FILTER (WHERE l.qty > 1)
FROM orders o JOIN customers c ON c.id = o.customer_id /* the buyer; not the payer */
WHERE o.placed_at >= DATE '2024-01-01' AND o.state IN ('new', 'paid') AND o.total > 12.50
GROUP BY 1, 2, 3 ORDER BY o.id DESC LIMIT 100;
CREATE PROCEDURE p(a INT) BEGIN SELECT a; END;
INSERT INTO log (at, message) VALUES (now(), 'done; \u00e9\u00e8'), (now(), $1);
`;

function filled(opening: string, part: string, length: number): string {
  return opening + part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

function split(text: string, dialect: Dialect): void {
  splitStatements(text, dialect);
}

interface Durations {
  small: number;
  large: number;
}

/**
 * Compares a text with one four or five times as long. Quadratic time would take 16 or 25 times as
 * long. The 5 ms cover durations too short to measure.
 */
const isLinear = ({ small, large }: Durations): boolean => large < 8 * small + 5;

/**
 * Processor time of this process: others do not add to it while they run. That of the thread alone is known only to
 * the last tick of the kernel, which is 4 ms.
 */
const durationMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/**
 * Returns the least durations of several runs in ms. Other processes only add time, as they empty the caches, so the
 * least duration approaches the true one: it stops as soon as the durations are linear, after 20 runs at most.
 * `smallTexts` is the number of texts that `small` splits.
 */
function measure(work: { small(): void; large(): void; smallTexts?: number }): Durations {
  const least: Durations = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let run = 0; run < 20; run += 1) {
    least.small = Math.min(least.small, durationMs(work.small) / (work.smallTexts ?? 1));
    least.large = Math.min(least.large, durationMs(work.large));
    // The first run compiles the code.
    if (run > 0 && isLinear(least)) break;
  }
  return least;
}

/** The dialects of one case: one in turn in `npm test`, because a text takes most of them the same way. */
const dialectsOf = (index: number): readonly Dialect[] =>
  isDeep ? dialects : dialects.slice(index % dialects.length).slice(0, 1);

void t.test('four times the text takes about four times as long for every hostile input', (t) => {
  const smallLength = 16 * 1024;
  for (const [row, opening] of openings.entries()) {
    for (const [column, part] of hostile.entries()) {
      for (const dialect of dialectsOf(row + column)) {
        const small = filled(opening, part, smallLength);
        const large = filled(opening, part, 4 * smallLength);
        const ms = measure({
          small: () => split(small, dialect),
          large: () => split(large, dialect),
        });
        if (!isLinear(ms)) t.fail(`${dialect}: ${JSON.stringify([opening, part])}`, ms);
      }
    }
  }
  t.pass('time grows linearly');
  t.end();
});

void t.test('time grows linearly up to 5 MB of the worst inputs', (t) => {
  const worst = ["'", '$', '$a$b$a', '/*', '--', 'begin ', '(', '\\', 'DELIMITER //\n', ';'];
  for (const [index, part] of worst.entries()) {
    for (const dialect of dialectsOf(index)) {
      // As many bytes on both sides: a text of 1 MB alone stays in the cache of the processor.
      const small = Array.from({ length: 5 }, () => filled('', part, mega));
      const large = filled('', part, 5 * mega);
      const ms = measure({
        small: () => {
          for (const text of small) split(text, dialect);
        },
        large: () => split(large, dialect),
        smallTexts: small.length,
      });
      t.ok(isLinear(ms), `${dialect}: ${JSON.stringify(part)}`, ms);
    }
  }
  t.end();
});

void t.test('a split with a limit reads only the start of the text', (t) => {
  const [short, long] = ['a;'.repeat(2_000), 'a;'.repeat(2.5 * mega)];
  t.equal(splitStatements(long, 'postgres', 1001).length, 1001);
  const ms = measure({
    small: () => splitStatements(short, 'postgres', 1001),
    large: () => splitStatements(long, 'postgres', 1001),
  });
  t.ok(isLinear(ms), 'a thousand times the text takes about the same time', ms);
  t.end();
});

void t.test('the position at the end of a text is located in linear time', (t) => {
  const [small, large] = [filled('', realistic, mega), filled('', realistic, 5 * mega)];
  const ms = measure({
    small: () => locate(small, small.length),
    large: () => locate(large, large.length),
  });
  t.ok(isLinear(ms), 'time grows linearly', ms);
  t.end();
});
