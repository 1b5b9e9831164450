import t from 'tap';
import { runTable } from './table.js';

void t.test('SQLite splits as its own client does', (t) => {
  runTable(
    'sqlite',
    [
      ['brackets quote always', "SELECT ['a;], `b;`; SELECT 2", ["SELECT ['a;], `b;`", 'SELECT 2']],
      ['brackets do not double', 'SELECT [a]]; SELECT 2', ['SELECT [a]]', 'SELECT 2']],
      ['a variable is plain', 'SELECT $a; SELECT $$', ['SELECT $a', 'SELECT $$']],
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
