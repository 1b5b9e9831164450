import fc from 'fast-check';
import t from 'tap';
import { splitStatements, type Dialect } from '@sluice/sql';
import { mariadb } from './clients/mariadb.js';
import { psql } from './clients/psql.js';
import { sqlite3 } from './clients/sqlite3.js';

/** Parts of the scripts of a dialect. Each part is complete, because the client must reach the end of the script. */
interface Corpus {
  dialect: Dialect;
  client: (script: string) => Promise<string[]>;
  /** May stand before and after each statement. */
  statements: readonly string[];
  comments: readonly string[];
}

const corpora: readonly Corpus[] = [
  {
    dialect: 'postgres',
    client: psql,
    statements: [
      `select 1`,
      `select ';', 'it''s; "fine"'`,
      `select E'a\\';b', E'\\\\'`,
      `select 'no\\'`,
      `select "a;b", "c""; d"`,
      `select $$;$$, $a$ $$;$$ $b$;$b$ $a$, $1`,
      `select a$b$ from c`,
      `select U&'\\0041;', b'01', x'ff', n'é;'`,
      `select 'a;'\n  'b;'`,
      `create rule r as on insert to x do also (insert into y values (1); delete from y;)`,
      `create function f() returns int language sql begin atomic select 1; select 2; end`,
      `create function g() returns int language sql begin atomic
         select case when true then 1 else 2 end; select 3; end`,
      `do $body$ begin perform 1; if true then null; end if; end $body$`,
      `begin`,
      `commit`,
      `select 1 - -1, 2*/*c;*/3, 7 / 2`,
      `select x /*c /*c ; */ ; '*/ from y`,
      `select '😀;', "é;ü"`,
      `select (array[1, 2])[1] -- c; '\n, 2`,
    ],
    comments: ["/*c /*c ; */ ; '*/", '/*c;*/', '/*c"*/', "-- c; '\n", '--c $$ ;\n'],
  },
  {
    dialect: 'mysql',
    client: mariadb,
    statements: [
      `select 1`,
      `select ';', 'it''s; "fine"', 'a\\';b', '\\\\'`,
      `select "a;b", "c""; d", "e\\"; f"`,
      'select `a;b`, `c``; d`',
      `select 5--1, 7 / 2, 2*3`,
      `select '$$;', $a`,
      `select 'a;' 'b;'`,
      `select @x := 1, @'a;b'`,
      `select '😀;', 'é;ü'`,
      `begin`,
      `commit`,
      `select x /*c ; '*/ from y`,
      `select /*+ max_execution_time(1000) */ 1`,
    ],
    comments: ["/*c ; '*/", '/*c"*/', "-- c; '\n", '#c; "\n', '/*c -- */'],
  },
  {
    dialect: 'sqlite',
    client: sqlite3,
    statements: [
      `select 1`,
      `select ';', 'it''s; "fine"', 'no\\'`,
      `select "a;b" from (select 1 as "a;b")`,
      'select `a;b` from (select 1 as `a;b`)',
      `select [a;b] from (select 1 as [a;b])`,
      `select 1--c; '\n, 2`,
      `select 7 /*c ; '*/ / 2, 2*3, x'ff'`,
      `drop trigger if exists g`,
      `create table if not exists y (a, "b;c")`,
      `create temp trigger if not exists h after insert on x begin select 1; select ';'; end`,
      `create trigger if not exists main.g after delete on x begin
         select case when 1 then 2 else 3 end; delete from x; -- end; c
       end`,
      `select '😀;', 'é;ü'`,
    ],
    comments: ["/*c ; '*/", '/*c"*/', "-- c; '\n"],
  },
];

/** Statements before each script that make its statements valid. */
const preambles: Partial<Record<Dialect, string>> = { sqlite: 'create table x (a);\n' };

/** Removes what a client may change in a statement: comments and white space. */
function normalized(text: string, comments: readonly string[]): string {
  let rest = text.replaceAll('/* c', '/*c');
  for (const comment of comments) rest = rest.replaceAll(comment.trim(), ' ');
  return rest.replaceAll(/\s+/g, ' ').trim();
}

for (const { dialect, client, statements, comments } of corpora) {
  const script = fc
    .array(
      fc.record({
        before: fc.array(fc.constantFrom(...comments, ' ', '\n', ';'), { maxLength: 2 }),
        statement: fc.constantFrom(...statements),
        after: fc.constantFrom('', ' ', '\n', ...comments),
      }),
      { minLength: 1, maxLength: 25 },
    )
    .map((parts) =>
      parts
        .map(({ before, statement, after }) => `${before.join('')}${statement}${after};`)
        .join('\n'),
    );

  t.test(`the splitter agrees with the command-line client of ${dialect}`, async (t) => {
    const inOrder = statements.join(';\n') + ';';
    await fc.assert(
      fc.asyncProperty(script, async (text) => {
        const whole = (preambles[dialect] ?? '') + text;
        const split = splitStatements(whole, dialect).map((piece) =>
          normalized(piece.text, comments),
        );
        const sent = (await client(whole))
          .map((query) => normalized(query.replace(/;\s*$/, ''), comments).replace(/^[; ]+/, ''))
          .filter((query) => query !== '');
        t.strictSame(split, sent);
        return split.length === sent.length;
      }),
      { numRuns: 60, examples: [[inOrder]] },
    );
  });
}

/** Scripts with commands that the MySQL client executes itself or drops. */
const commands: readonly [behaviour: string, script: string][] = [
  [
    'DELIMITER',
    `select 1;
    delimiter //
    create procedure p() begin select 1; select '//'; end//
    select 2 //
    //
    delimiter ;
    select 4; select 5`,
  ],
  ['\\g and \\G', 'select 1\\G select 2\\g;\nselect 3;\\G\ncreate procedure p() begin select 4\\g'],
  ['\\d', '\\d //\nselect 1// select 2//\n\\d ;\nselect 3; \\d $$ select 4$$\nselect 5$$'],
  [
    'USE',
    'use judge\nselect 4;\n use a\r\nselect 5\n, 6;use b; select 7\nuse c\n;\ndelimiter //\nuse e\nselect 9//',
  ],
  [
    'lines that start with dashes',
    '------------\nselect 1;\n --Hello; select 0\n-- c\n--x\nselect 2\n--3\n, 4; /*c*/ --y;\nselect 5;--z',
  ],
  [
    'lines that start with dashes under a custom delimiter',
    'delimiter //\n--a//\nselect 1//\n--b\nselect 2//',
  ],
];

t.test('strings split as in psql while standard_conforming_strings is off', async (t) => {
  const script = `set standard_conforming_strings = off;
    select 'a\\';', n'\\';', e'\\';'; select u&'\\', b'\\', X'\\'; select au&'\\';', ab'\\';', "u&'"'\\';';
    set standard_conforming_strings = on;
    select '\\', e'\\';'; select 2;`;
  const split = splitStatements(script, 'postgres').map((piece) => normalized(piece.text, []));
  const sent = (await psql(script)).map((query) => normalized(query, []).replace(/;$/, ''));
  t.strictSame(split, sent);
});

t.test('a comment ends at a carriage return where the client ends it', async (t) => {
  const script = 'select 1 -- a\r; select 2;\n;';
  for (const [dialect, client] of [
    ['postgres', psql],
    ['mysql', mariadb],
    ['sqlite', sqlite3],
  ] as const) {
    const sent = (await client(script)).filter((query) => query.trim() !== ';');
    t.equal(splitStatements(script, dialect).length, sent.length, dialect);
    t.equal(sent.length, dialect === 'postgres' ? 2 : 1, dialect);
  }
});

t.test('names after numbers and lines that restrict psql split as in psql', async (t) => {
  const script = `\\restrict AbC123\n\nselect 1x$$y; select 0xfg$$; select 1e$$x; select 1$$;$$; select 1e5$a$, 2; select 3;
    \n\\unrestrict AbC123\n`;
  const split = splitStatements(script, 'postgres').map((piece) => normalized(piece.text, []));
  const sent = (await psql(script)).map((query) => normalized(query, []).replace(/;$/, ''));
  t.strictSame(split, sent);
});

for (const [behaviour, script] of commands) {
  t.test(`${behaviour} split as in the mariadb client`, async (t) => {
    const split = splitStatements(script, 'mysql').map((piece) => normalized(piece.text, []));
    const sent = (await mariadb(script, ['--skip-comments'])).map((query) => normalized(query, []));
    t.strictSame(split, sent);
  });
}

t.test(
  'statements under one custom delimiter are those that the client sends in one query',
  async (t) => {
    const script = `delimiter $$
    drop procedure if exists p; create procedure p() begin select 1; select 2; end; select 3 $$
    select 4; select 5; $$`;
    const split = splitStatements(script, 'mysql').map((piece) => normalized(piece.text, []));
    const sent = (await mariadb(script)).map((query) => normalized(query, []).replace(/;$/, ''));
    t.strictSame([split.slice(0, 3).join('; '), split.slice(3).join('; ')], sent);
  },
);
