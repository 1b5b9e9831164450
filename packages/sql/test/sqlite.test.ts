import t from 'tap';
import { runTable } from './table.js';

void t.test('SQLite statements are split as by the sqlite3 client', (t) => {
  runTable(
    'sqlite',
    [
      ['brackets always quote', "SELECT ['a;], `b;`; SELECT 2", ["SELECT ['a;], `b;`", 'SELECT 2']],
      [
        'a doubled bracket closes the identifier',
        'SELECT [a]]; SELECT 2',
        ['SELECT [a]]', 'SELECT 2'],
      ],
      [
        'a variable with a dollar sign does not quote',
        'SELECT $a; SELECT $$',
        ['SELECT $a', 'SELECT $$'],
      ],
      [
        'a trigger is one statement',
        'CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END; SELECT 2',
        ['CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END', 'SELECT 2'],
      ],
    ],
    t,
  );
  t.end();
});
